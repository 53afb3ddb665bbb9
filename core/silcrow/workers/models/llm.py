"""Models behind providers' interfaces. The one module that knows the model library; only a worker process loads it."""

import asyncio
import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import Any, Final, cast

from pydantic_ai import exceptions
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.providers import Provider
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from silcrow.text import estimate_tokens
from silcrow.workers.assignment import Assignment, WorkFailed
from silcrow.workers.models.connection import Connection, handed_over
from silcrow.workers.models.conversing import Call, Message, Reply, TurnedDown, converse
from silcrow.workers.models.price_list import listed_cost
from silcrow.workers.models.pricing import cost_of
from silcrow.workers.models.provider_failure import presentable, turned_down
from silcrow.workers.roles import RoleTool, RoleWork, role_work
from silcrow.workers.run import TokenUsage
from silcrow.workers.worker_spend import ReplyCost

MAX_TOKENS: Final = 8_000
"""Of one reply; every current model takes that much, and no provider makes us stream it."""
MAX_TOKENS_THINKING: Final = 16_000
REQUEST_SECONDS: Final = 240.0
_REQUEST_SHARE: Final = 0.8
"""Of the run's time that one request may take: the run should have the time to say what became of it."""


def work(assignment: Assignment) -> Mapping[str, Any]:
    """Let a provider's model do the order with the tools of its role."""
    connection = handed_over(os.environ)
    if connection is None:
        raise WorkFailed("spawn", "could not start: this worker was handed no connection to a model")
    role = role_work(assignment)
    try:
        model = model_of(connection)
    except ImportError as error:
        raise WorkFailed("spawn", f"could not start: {_missing(connection, error)}") from None
    except exceptions.UserError as error:
        raise WorkFailed("spawn", f"could not start: {presentable(str(error), connection.secrets)}") from None
    return converse_with(model, connection, assignment, role)


def converse_with(model: Model, connection: Connection, assignment: Assignment, role: RoleWork) -> Mapping[str, Any]:
    """The conversation to its end. Whatever goes wrong in it is a WorkFailed; what was spent by then is on file."""
    voice = LlmVoice(model, connection, role, settings_for(connection, assignment))

    async def to_the_end() -> Mapping[str, Any]:
        async with model, _closed_in_the_end(model):
            return await converse(assignment, role, voice, asyncio.sleep)

    try:
        return asyncio.run(to_the_end())
    except WorkFailed:
        raise
    # What a library makes of a reply that nobody foresaw may be anything.
    except Exception as error:  # noqa: BLE001
        words = presentable(f"{type(error).__name__}: {error}", connection.secrets)
        raise WorkFailed("exit", f"{connection.provider}/{connection.model} sent what is no reply ({words})") from None
    finally:
        assignment.flush(role.progress())


@asynccontextmanager
async def _closed_in_the_end(model: Model) -> AsyncGenerator[None]:
    """The library closes what it has made; a client that was made for one of its models is ours to close."""
    try:
        yield
    finally:
        client = getattr(model, "client", None)
        if isinstance(model.provider, Provider) and model.provider.name == "openrouter" and client is not None:
            await client.close()


class LlmVoice:
    """One conversation with a model."""

    def __init__(self, model: Model, connection: Connection, role: RoleWork, settings: ModelSettings) -> None:
        self._model = model
        self._connection = connection
        self._instructions = role.instructions
        self._settings = settings
        self._parameters = ModelRequestParameters(function_tools=[_definition(tool) for tool in role.tools])
        self._history: list[ModelMessage] = []

    async def ask(self, message: Message) -> Reply:
        if not self._history:
            self._refuse_what_will_not_fit(message)
        told = ModelRequest(parts=_parts(message), instructions=self._instructions)
        response = await self._response([*self._history, told])
        self._history += [told, response]
        return Reply(
            calls=tuple(
                Call(part.tool_call_id, part.tool_name, _arguments(part))
                for part in response.parts
                if isinstance(part, ToolCallPart)
            ),
            text="\n".join(part.content for part in response.parts if isinstance(part, TextPart)),
            cost=_cost(response, self._connection),
        )

    def _refuse_what_will_not_fit(self, message: Message) -> None:
        """Some servers cut off silently what they can't hold; the rest would then count as read."""
        connection, window = self._connection, self._connection.context_window
        tokens = estimate_tokens(self._instructions) + estimate_tokens(message.words)
        if window is not None and tokens > window:
            words = f"about {tokens} tokens, {connection.provider}/{connection.model} takes {window}"
            raise TurnedDown("context_too_long", words)

    async def _response(self, messages: list[ModelMessage]) -> ModelResponse:
        connection = self._connection
        name = f"{connection.provider}/{connection.model}"
        try:
            return await self._model.request(messages, self._settings, self._parameters)
        except exceptions.ModelHTTPError as error:
            raise turned_down(
                error.status_code,
                error.body,
                model=name,
                retry_after=error.retry_after,
                secrets=connection.secrets,
            ) from None
        except (exceptions.ModelTimeoutError, TimeoutError):
            raise WorkFailed("timeout", f"{name} did not answer within {self._settings.get('timeout')} s") from None
        except exceptions.ModelConnectionError as error:
            words = presentable(str(error), connection.secrets)
            raise TurnedDown("busy", f"{name} can't be reached: {words}") from None


def model_of(connection: Connection) -> Model:
    """The model behind a connection. Raises ImportError when its part of the library is not installed."""
    key = connection.key or "none"
    if connection.api == "anthropic-messages":
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        return AnthropicModel(connection.model, provider=AnthropicProvider(api_key=key, base_url=connection.base_url))
    if connection.api == "google-generative-ai":
        from pydantic_ai.models.google import GoogleModel
        from pydantic_ai.providers.google import GoogleProvider

        # Pi's addresses end in the version, which the library adds by itself.
        base_url = connection.base_url and connection.base_url.rstrip("/").removesuffix("/v1beta")
        return GoogleModel(connection.model, provider=GoogleProvider(api_key=key, base_url=base_url))
    return _openai_like(connection, key)


def _openai_like(connection: Connection, key: str) -> Model:
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(base_url=connection.base_url, api_key=key)
    if connection.api == "openai-responses":
        from pydantic_ai.models.openai import OpenAIResponsesModel

        return OpenAIResponsesModel(connection.model, provider=provider)
    if connection.api == "openrouter":
        from pydantic_ai.models.openrouter import OpenRouterModel
        from pydantic_ai.providers.openrouter import OpenRouterProvider

        return OpenRouterModel(connection.model, provider=OpenRouterProvider(openai_client=provider.client))
    if connection.api == "ollama":
        from pydantic_ai.models.ollama import OllamaModel
        from pydantic_ai.providers.ollama import OllamaProvider

        return OllamaModel(connection.model, provider=OllamaProvider(base_url=connection.base_url, api_key=key))
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile

    # Servers that speak like OpenAI's know the older name of the limit; many know only that one.
    profile = OpenAIModelProfile(supports_thinking=True, openai_chat_supports_max_completion_tokens=False)
    return OpenAIChatModel(connection.model, provider=provider, profile=profile)


def settings_for(connection: Connection, assignment: Assignment) -> ModelSettings:
    """What goes with each request: a bound on its length and time, how much to think, and no retries but ours."""
    thinks = assignment.thinking not in (None, "off")
    most = MAX_TOKENS_THINKING if thinks else MAX_TOKENS
    seconds = min(REQUEST_SECONDS, (assignment.run_seconds or REQUEST_SECONDS) * _REQUEST_SHARE)
    settings: dict[str, Any] = {
        "max_tokens": min(most, connection.max_tokens or most),
        "timeout": seconds,
        "max_retries": 0,
    }
    if assignment.thinking is not None:
        settings["thinking"] = assignment.thinking if thinks else False
    if connection.headers:
        settings["extra_headers"] = dict(connection.headers)
    if assignment.role != "observer":
        # Others ask many times with the same beginning; an observer mostly asks once.
        settings["cache"] = True
    if connection.api == "openrouter":
        settings["openrouter_usage"] = {"include": True}
    return cast("ModelSettings", settings)


def _definition(tool: RoleTool) -> ToolDefinition:
    return ToolDefinition(
        name=tool.name, description=tool.description, parameters_json_schema=_plain(tool.input_schema), strict=False
    )


def _plain(value: Any) -> Any:
    """Read-only mappings and tuples as the plain ones that go onto the wire."""
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in cast("Mapping[str, Any]", value).items()}
    return [_plain(part) for part in cast("Sequence[Any]", value)] if isinstance(value, (list, tuple)) else value


def _parts(message: Message) -> Sequence[ModelRequestPart]:
    if not message.answers:
        return [UserPromptPart(message.words)]
    return [
        ToolReturnPart(call.name, reply.text, call.id, outcome="failed" if reply.is_error else "success")
        for call, reply in message.answers
    ]


def _arguments(part: ToolCallPart) -> object:
    try:
        return part.args_as_dict(raise_if_invalid=True)
    except (ValueError, AssertionError):
        return part.args


def _cost(response: ModelResponse, connection: Connection) -> ReplyCost:
    told = response.usage
    if told.unmeasured_requests or not (told.input_tokens or told.output_tokens):
        return ReplyCost(measured=False)
    cached, written = told.cache_read_tokens, told.cache_write_tokens
    usage = TokenUsage(told.input_tokens - cached - written, told.output_tokens, cached, written)
    billed = _billed(response)
    if billed is not None:
        return ReplyCost(usage, billed, "provider")
    if connection.price is not None:
        return ReplyCost(usage, cost_of(usage, connection.price), connection.price_source)
    listed = listed_cost(told, connection.provider, connection.model)
    return ReplyCost(usage, listed, "price table" if listed is not None else "")


def _billed(response: ModelResponse) -> Decimal | None:
    """What the provider says that it charges for this reply; only some do."""
    billed: object = (response.provider_details or {}).get("cost")
    good = isinstance(billed, (int, float, Decimal)) and not isinstance(billed, bool) and billed >= 0
    return Decimal(str(billed)) if good else None


def _missing(connection: Connection, error: ImportError) -> str:
    extra = {"google-generative-ai": "google", "openrouter": "openrouter"}.get(connection.api, "llm")
    return (
        f"provider {connection.provider} needs the extra silcrow[{extra}], which is not installed here ({error.name})"
    )
