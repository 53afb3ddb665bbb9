"""Secrets that stand in a text themselves. The forms of tokens are those that their makers document."""

from silcrow.threats.rule import Mark

_STANDING_FOR = (
    r"(?!(?:[\"'`]?)(?:x{3,}|\*{3,}|\.{3,}|<|\$|\{|%|your|my[-_]|example|changeme|change[-_]me|placeholder"
    r"|redacted|dummy|sample|todo|none"
    r"|null|true|false|secret|password|token|env|os\.|process\.|vault|op:|https?:|file:|/|~|\./|test[-_]?(?:key"
    r"|token|password)))"
)
_VALUE = r"(?=[^\s\"'`,;]{0,60}[0-9])(?=[^\s\"'`,;]{0,60}[a-z])[^\s\"'`,;()<>{}\[\]]"


def _token(name: str, hints: tuple[str, ...], pattern: str, what: str) -> Mark:
    return Mark(f"secret_{name}", "secret", hints, pattern, f"holds {what}", raw=True)


MARKS: tuple[Mark, ...] = (
    _token(
        "private_key",
        ("PRIVATE KEY",),
        r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[^-]{0,20000}-----END[^-\n]{1,40}-----)?",
        "a private key",
    ),
    _token("aws_key", ("AKIA", "ASIA"), r"(?<![A-Za-z0-9])A(?:K|S)IA[0-9A-Z]{16}(?![A-Za-z0-9])", "an AWS access key"),
    _token(
        "github",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        r"(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255})",
        "a GitHub token",
    ),
    _token("gitlab", ("glpat-", "glrt-"), r"(?<![A-Za-z0-9])gl(?:pat|rt)-[A-Za-z0-9_-]{20,64}", "a GitLab token"),
    _token(
        "openai_anthropic",
        ("sk-",),
        r"(?<![A-Za-z0-9])sk-(?:ant-|proj-|svcacct-|or-v1-|live-)?(?=[A-Za-z0-9_-]{0,40}[0-9])[A-Za-z0-9_-]{20,200}",
        "an API key of a model provider",
    ),
    _token("slack", ("xox",), r"(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,200}", "a Slack token"),
    _token(
        "slack_hook",
        ("hooks.slack.com/services/",),
        r"hooks\.slack\.com/services/T[A-Z0-9]{6,14}/B[A-Z0-9]{6,14}/[A-Za-z0-9]{16,40}",
        "a Slack webhook",
    ),
    _token("google", ("AIza",), r"(?<![A-Za-z0-9])AIza[0-9A-Za-z_-]{35}", "a Google API key"),
    _token("stripe", ("_live_", "_test_"), r"(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{16,200}", "a Stripe key"),
    _token("npm", ("npm_",), r"(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}", "an npm token"),
    _token("pypi", ("pypi-",), r"(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{50,300}", "a PyPI token"),
    _token("huggingface", ("hf_",), r"(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,60}", "a Hugging Face token"),
    _token("sendgrid", ("SG.",), r"(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}", "a SendGrid key"),
    _token("digitalocean", ("dop_v1_",), r"dop_v1_[a-f0-9]{64}", "a DigitalOcean token"),
    _token("age", ("AGE-SECRET-KEY-1",), r"AGE-SECRET-KEY-1[A-Z0-9]{50,70}", "an age key"),
    _token(
        "telegram",
        (":AA",),
        r"(?<![0-9A-Za-z])[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])",
        "a Telegram bot token",
    ),
    _token(
        "jwt",
        ("eyJ",),
        r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}",
        "a signed token",
    ),
    _token(
        "in_address",
        ("://",),
        r"(?<![A-Za-z0-9])[a-z][a-z0-9+]{1,15}://[^\s:/@\"'<>]{1,60}:(?![$<{*]|password@|pass@|xxx"
        r"|\.\.\.)[^\s:/@\"'<>]{6,80}@[A-Za-z0-9.-]{1,100}",
        "an address with a password in it",
    ),
    Mark(
        "secret_assigned",
        "secret",
        ("key", "token", "secret", "passw", "pwd", "passphrase", "passwort", "kennwort", "mot de passe", "contraseña"),
        r"(?i)(?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,30}[_-]){0,4}(?:api[_ -]?key|access[_ -]?key|secret[_ -]?key"
        r"|private[_ -]?key|signing[_ -]?key"
        r"|auth[_ -]?token|access[_ -]?token|bearer[_ -]?token|token|secret|password|passwd|pwd|passphrase"
        r"|passwort|kennwort"
        r"|mot de passe|contraseña)(?:[_-][A-Za-z0-9]{1,12}){0,2}"
        r"(?: (?:for|of|to|on|für|de)(?: [^\s:=]{1,30}){1,4}?)?[\"'`]?(?: {0,3}(?::=|=>|=|:) {0,3}| (?:is|lautet"
        r"|ist|est|es) (?:now )?:? {0,2})"
        r"[\"'`]?" + _STANDING_FOR + _VALUE + "{8,200}",
        "holds a secret in plain text",
        raw=True,
    ),
    Mark(
        "secret_bearer",
        "secret",
        ("earer ", "asic "),
        r"(?i)authorization:? {0,3}(?:bearer"
        r"|basic) {1,3}(?=[A-Za-z0-9._~+/-]{0,60}[0-9])[A-Za-z0-9._~+/-]{16,2000}={0,2}",
        "holds a secret in plain text",
        raw=True,
    ),
)
