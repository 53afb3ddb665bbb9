"""The providers' formats, as far as a worker uses them: requests in, replies out."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.models_wire.scenarios import Answer, Asked, Called

Json = dict[str, Any]


class ChatCompletions:
    """OpenAI's ``/chat/completions``, which most servers speak."""

    path = "/v1/chat/completions"

    @staticmethod
    def asked(body: Json, request: int) -> Asked:
        messages = body["messages"]
        tools = frozenset(tool["function"]["name"] for tool in body.get("tools", ()))
        prompt = next(_text(message["content"]) for message in messages if message["role"] == "user")
        turn = sum(message["role"] == "assistant" for message in messages)
        return Asked(body["model"], tools, prompt, turn, request)

    @staticmethod
    def reply(asked: Asked, answer: Answer) -> Json:
        calls = [
            {"id": f"call_{asked.turn}_{n}", "type": "function", "function": _function(call)}
            for n, call in enumerate(answer.calls)
        ]
        message: Json = {"role": "assistant", "content": answer.text or None}
        if calls:
            message["tool_calls"] = calls
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}
        document: Json = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_796_000_000,
            "model": asked.model,
            "choices": [] if answer.fault == "empty" else [choice],
        }
        if answer.usage is not None:
            usage = answer.usage
            prompt = usage.fresh + usage.cached + usage.written
            document["usage"] = {
                "prompt_tokens": prompt,
                "completion_tokens": usage.output,
                "total_tokens": prompt + usage.output,
                "prompt_tokens_details": {"cached_tokens": usage.cached},
            }
        return document

    @staticmethod
    def refusal(answer: Answer) -> Json:
        return {"error": {"message": answer.words, "type": "error", "code": None}}


class OpenRouter(ChatCompletions):
    """The same with what OpenRouter adds: who answered, and what it bills."""

    path = "/openrouter/chat/completions"

    @staticmethod
    def reply(asked: Asked, answer: Answer) -> Json:
        document = {**ChatCompletions.reply(asked, answer), "provider": "Loopback"}
        for choice in document["choices"]:
            choice["native_finish_reason"] = choice["finish_reason"]
        document["usage"]["cost"] = 0.00123
        return document


class Responses:
    """OpenAI's ``/responses``."""

    path = "/v1/responses"

    @staticmethod
    def asked(body: Json, request: int) -> Asked:
        tools = frozenset(tool["name"] for tool in body.get("tools", ()))
        items = body["input"]
        prompt = next(_text(item["content"]) for item in items if item.get("role") == "user")
        turn = sum(item.get("type") == "function_call" for item in items)
        return Asked(body["model"], tools, prompt, turn, request)

    @staticmethod
    def reply(asked: Asked, answer: Answer) -> Json:
        calls = [
            {"type": "function_call", "id": f"fc_{n}", "call_id": f"call_{asked.turn}_{n}", "status": "completed"}
            | _function(call)
            for n, call in enumerate(answer.calls)
        ]
        content = [{"type": "output_text", "text": answer.text, "annotations": []}]
        said = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}
        document: Json = {
            "id": "resp_1",
            "object": "response",
            "created_at": 1_796_000_000,
            "model": asked.model,
            "status": "completed",
            "output": calls or [said],
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
        }
        if answer.usage is not None:
            usage = answer.usage
            prompt = usage.fresh + usage.cached + usage.written
            document["usage"] = {
                "input_tokens": prompt,
                "input_tokens_details": {"cached_tokens": usage.cached},
                "output_tokens": usage.output,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": prompt + usage.output,
            }
        return document

    refusal = ChatCompletions.refusal


class Messages:
    """Anthropic's ``/messages``."""

    path = "/v1/messages"

    @staticmethod
    def asked(body: Json, request: int) -> Asked:
        tools = frozenset(tool["name"] for tool in body.get("tools", ()))
        messages = body["messages"]
        turn = sum(message["role"] == "assistant" for message in messages)
        return Asked(body["model"], tools, _text(messages[0]["content"]), turn, request)

    @staticmethod
    def reply(asked: Asked, answer: Answer) -> Json:
        calls = [
            {"type": "tool_use", "id": f"toolu_{asked.turn}_{n}", "name": call.tool, "input": _object(call)}
            for n, call in enumerate(answer.calls)
        ]
        document: Json = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": asked.model,
            "content": [] if answer.fault == "empty" else calls or [{"type": "text", "text": answer.text}],
            "stop_reason": "tool_use" if calls else "end_turn",
            "stop_sequence": None,
        }
        usage = answer.usage
        document["usage"] = {
            "input_tokens": usage.fresh if usage else 0,
            "output_tokens": usage.output if usage else 0,
            "cache_read_input_tokens": usage.cached if usage else 0,
            "cache_creation_input_tokens": usage.written if usage else 0,
        }
        return document

    @staticmethod
    def refusal(answer: Answer) -> Json:
        return {"type": "error", "error": {"type": "api_error", "message": answer.words}}


class GenerateContent:
    """Google's ``:generateContent``; the model is part of the path."""

    path = ":generateContent"

    @staticmethod
    def asked(body: Json, request: int) -> Asked:
        declared = [each for tool in body.get("tools", ()) for each in tool.get("functionDeclarations", ())]
        contents = body["contents"]
        turn = sum(content["role"] == "model" for content in contents)
        tools = frozenset(each["name"] for each in declared)
        return Asked(body["model"], tools, _text(contents[0]["parts"]), turn, request)

    @staticmethod
    def reply(asked: Asked, answer: Answer) -> Json:
        calls = [{"functionCall": {"name": call.tool, "args": _object(call)}} for call in answer.calls]
        content = {"role": "model", "parts": calls or [{"text": answer.text}]}
        document: Json = {
            "candidates": [{"index": 0, "content": content, "finishReason": "STOP"}],
            "modelVersion": asked.model,
            "responseId": "response-1",
        }
        if answer.usage is not None:
            usage = answer.usage
            prompt = usage.fresh + usage.cached + usage.written
            document["usageMetadata"] = {
                "promptTokenCount": prompt,
                "cachedContentTokenCount": usage.cached,
                "candidatesTokenCount": usage.output,
                "totalTokenCount": prompt + usage.output,
            }
        return document

    @staticmethod
    def refusal(answer: Answer) -> Json:
        return {"error": {"code": answer.status, "message": answer.words, "status": "ERROR"}}


FORMATS = (ChatCompletions, OpenRouter, Responses, Messages, GenerateContent)


def _function(call: Called) -> Json:
    given = call.arguments
    return {"name": call.tool, "arguments": given if isinstance(given, str) else json.dumps(given)}


def _object(call: Called) -> Mapping[str, Any]:
    return {"observations": call.arguments} if isinstance(call.arguments, str) else call.arguments


def _text(content: str | Sequence[Json]) -> str:
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
