"""Which variables of the environment a pi needs that works for us: its own, and those that hold the keys it knows."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from silcrow.files import read_bytes
from silcrow.settings import agent_dir_from

_MODELS_LIMIT: Final = 4 << 20
_FAMILIES: Final = ("PI_", "AWS_", "AZURE_OPENAI_", "CLOUDFLARE_", "GOOGLE_CLOUD_")
_NAMES: Final = frozenset(
    {
        *("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_OAUTH_TOKEN", "OPENAI_API_KEY", "GEMINI_API_KEY"),
        *("COPILOT_GITHUB_TOKEN", "GCLOUD_PROJECT", "GOOGLE_APPLICATION_CREDENTIALS", "HF_TOKEN"),
        *("AI_GATEWAY_API_KEY", "ANT_LING_API_KEY", "BASETEN_API_KEY", "CEREBRAS_API_KEY", "DEEPSEEK_API_KEY"),
        *("FIREWORKS_API_KEY", "GROQ_API_KEY", "KIMI_API_KEY", "META_API_KEY", "MINIMAX_API_KEY", "MINIMAX_CN_API_KEY"),
        *("MISTRAL_API_KEY", "MOONSHOT_API_KEY", "NVIDIA_API_KEY", "OPENCODE_API_KEY", "OPENROUTER_API_KEY"),
        *("TOGETHER_API_KEY", "XAI_API_KEY", "XIAOMI_API_KEY", "ZAI_API_KEY", "ZAI_CODING_CN_API_KEY"),
        *("XIAOMI_TOKEN_PLAN_AMS_API_KEY", "XIAOMI_TOKEN_PLAN_CN_API_KEY", "XIAOMI_TOKEN_PLAN_SGP_API_KEY"),
        *("QWEN_TOKEN_PLAN_TEAM_API_KEY", "QWEN_TOKEN_PLAN_TEAM_CN_API_KEY"),
        *("QWEN_TOKEN_PLAN_INDIVIDUAL_API_KEY", "QWEN_TOKEN_PLAN_INDIVIDUAL_CN_API_KEY"),
        # Where a version manager keeps the Node that pi runs on, and what that trusts.
        *("NVM_DIR", "VOLTA_HOME", "ASDF_DATA_DIR", "MISE_DATA_DIR", "NODE_EXTRA_CA_CERTS", "ALL_PROXY", "all_proxy"),
    }
)
"""As pi's own help lists them; its documentation is https://pi.dev/docs."""
_REFERENCE: Final = re.compile(rb"\$\{?([A-Za-z_][A-Za-z0-9_]*)")


def pi_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Those of the environment that pi and its providers read, and those that its ``models.json`` refers to."""
    named = _NAMES | _named_in(agent_dir_from(environ) / "models.json")
    return {name: value for name, value in environ.items() if name in named or name.startswith(_FAMILIES)}


def _named_in(models: Path) -> frozenset[str]:
    try:
        raw = read_bytes(models, limit=_MODELS_LIMIT)
    except OSError:
        return frozenset()
    return frozenset(found.decode() for found in _REFERENCE.findall(raw))
