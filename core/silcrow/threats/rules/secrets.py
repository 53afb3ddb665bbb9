"""Secrets that stand in a text themselves. The forms of tokens are those that their makers document."""

from silcrow.threats.rule import Mark, Rule, Vocabulary, words

_STANDING_FOR = (
    r"(?!(?:[\"'`]?)(?:x{3,}|\*{3,}|\.{3,}|<|\$|\{|%|your|my[-_]|example|changeme|change[-_]me|placeholder"
    r"|redacted|dummy|sample|todo|none"
    r"|null|true|false|secret|password|token|env|os\.|process\.|vault|op:|https?:|urn:|file:|/|~|\./|test[-_]?(?:key"
    r"|token|password)))"
)
_VALUE = r"(?=[^\s\"'`,;]{0,60}[0-9])(?=[^\s\"'`,;]{0,60}[a-z])[^\s\"'`,;()<>{}\[\]]"


def _token(name: str, hints: tuple[str, ...], pattern: str, what: str) -> Mark:
    return Mark(f"secret_{name}", "secret", hints, pattern, f"holds {what}", raw=True)


VOCABULARY: Vocabulary = {
    "secret_word": words(
        "key, apikey, api key, token, secret, password, passwd, pwd, passphrase, passwort, kennwort, mot de passe",
        "contraseña, пароль, pin code, access token, auth token, client secret",
    ),
    "secret_of": words("for, of, to, on, für, de, von, der, du"),
    "secret_is": words("is, is now, lautet, ist, est, es, was set to, is set to"),
    "scheme": words("bearer, authorization basic, authorization token"),
}

MARKS: tuple[Mark, ...] = (
    _token(
        "private_key",
        ("PRIVATE KEY",),
        r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[^-]{0,20000}-----END[^-\n]{1,40}-----"
        r"|(?:(?:\s|\\n){0,4}[A-Za-z0-9+/=]{16,100}){1,600})?",
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
        r"://[^\s:/@\"'<>]{1,60}:(?![$<{*]|password@|pass@|xxx"
        r"|\.\.\.)[^\s:/@\"'<>]{6,80}@[A-Za-z0-9.-]{1,100}",
        "an address with a password in it",
    ),
)

RULES: tuple[Rule, ...] = (
    Rule(
        "secret_assigned",
        "secret",
        "secret_word",
        r"(?:[_-][a-z0-9]{1,12}){0,2}(?: {secret_of}(?: [^\s:=]{1,30}(?![^\W_])){1,4}?)?[\"'`]?"
        r"(?: {0,3}(?::=|=>|=|:) {0,3}| {secret_is}:? {0,2})[\"'`]?" + _STANDING_FOR + _VALUE + "{8,200}",
        "holds a secret in plain text",
        guards=("no_ticket",),
    ),
    Rule(
        "secret_sent",
        "secret",
        "scheme",
        r" {1,3}(?=[a-z0-9._~+/-]{0,60}[0-9])[a-z0-9._~+/-]{20,2000}={0,2}",
        "holds a secret in plain text",
        guards=(),
    ),
)
