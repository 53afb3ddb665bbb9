"""Attempts to stay: a key for strangers, a file that runs at each start, a changed rule file of an agent."""

from silcrow.threats.rule import Mark, Rule, Shape, Shapes, Vocabulary, words

_PRIVATE_KEY = (
    r"(?:\.ssh[/\\](?:id_[a-z0-9_]{1,40}|[a-z0-9_-]{1,40}_(?:rsa|ed25519|ecdsa)|[a-z0-9_-]{1,40}\.(?:pem|key)|identity)"
    r"(?![a-z0-9_]|\.pub)|(?<![a-z0-9_])id_(?:rsa|ed25519|ecdsa|dsa)(?![a-z0-9_]|\.pub)"
    r"|/etc/ssh/ssh_host_[a-z0-9_]{1,20}_key(?!\.pub))"
)
_AUTHORIZED = r"authorized[_ -]?keys2?"
_AGENT_FILE = (
    r"(?<![a-z0-9])(?:(?:agents|claude|gemini|soul|copilot-instructions|qwen|crush|conventions|hermes|agent"
    r"|skill|system)\.md"
    r"|\.(?:cursor|windsurf|cline|roo|continue|goose)rules|\.cursor/(?:rules|mcp)|\.clinerules|\.goosehints"
    r"|\.aider\.conf"
    r"|\.(?:claude|pi|codex|gemini|hermes|cursor|continue|opencode|qwen)/[a-z0-9_./-]{1,60}"
    r"|(?:the |your |its )?(?:agent|assistant|claude|codex|gemini|cursor|pi|hermes|copilot"
    r"|model)(?: ?[’']? ?s)?(?: own)?[ -]"
    r"(?:settings?|config(?:uration)?|rules?|instructions?|permissions?|hooks?)(?: file| files|\.json)?(?![^\W_])"
    r"|\.?mcp\.json|settings(?:\.local)?\.json|system[ -]prompt file|memory\.md|user\.md)"
)
_STARTUP = (
    r"(?:\.bashrc|\.bash_profile|\.zshrc|\.zprofile|\.profile|\.zshenv|crontab|/etc/cron[a-z.]{0,10}"
    r"|launchagents|launchdaemons"
    r"|systemd/(?:system|user)|\.config/autostart|/etc/rc\.local|\.git/hooks|post-commit hook|pre-commit hook"
    r"|startup folder"
    r"|login items|/etc/profile|\.vscode/tasks\.json|sitecustomize\.py)"
)
_FOREIGN_CODE = r"(?:(?:curl|wget) [^\n]{1,80}?\||/dev/tcp/|nc -|base64 -d|python3? -c|https?://)"

VOCABULARY: Vocabulary = {
    "put": words(
        "ensure, make sure, keep, restore, re add, see to it, append, add, write, insert, put, install, copy, echo",
        "paste, place, inject, register, tee, drop, push, plant, attach, include, slip, store, save, upload, sneak",
        "deposit, leave, set, enter, import, concatenate, cat",
    ),
    "schedule": words("create, make, set up, schedule, define, deploy, enable, write"),
    "take": words(
        "read, cat, copy, cp, open, print, show, dump, output, type, less, head, tail, upload, send, include, archive",
        "tar, zip, base64, scp, move, mv, paste, exfiltrate, grab, display, export, attach, leak, steal, encode, echo",
        "collect, extract, fetch, post, share, reveal, transfer, rsync, xxd, gzip, compress, mail, email, commit, push",
        "submit, load, harvest, forward, quote, list, publish, bundle, more, bat, strings, add, take",
    ),
    "edit": words(
        "edit, update, modify, change, write, append, add, insert, overwrite, patch, rewrite, replace, put, alter",
        "extend, prepend, inject, adjust, set, amend, tamper with, tweak, configure, save, plant, echo, open",
        "reconfigure, copy, paste, place, create, extend, touch, slip, sneak, include, drop, revise, reword, make, let",
        "switch, delete, remove, empty, store, install, register, turn, merge, fill, adapt, manipulate",
    ),
    "pack": words(
        "tar, zip, archive, copy, cp, rsync, scp, upload, send, compress, bundle, 7z, gzip, exfiltrate, post, mirror",
        "back up and send, pack, mail, email",
    ),
    "without_taking": words("only, the public, public, the path, the name, permissions, the permissions"),
    "drop": words(
        "delete, remove, drop, strip, disable, turn off, switch off, deactivate, suppress, bypass, erase, comment out",
        "cut, weaken, take, loosen, kill",
    ),
    "protection": words(
        "safety, security, confirmation, confirmations, approval, approvals, approval prompt, permission, permissions",
        "permission checks, scanner, sandbox, guard, guards, guardrails, safeguards, safety section, safety rules",
        "security rules, security section, deny list, denylist, confirmation step, warnings, review, protections",
        "restrictions, security notes, permission prompts, audit, safety checks",
    ),
    "inside": words("in, inside, into, within, at, to, open"),
    "runs_code": words(
        "that runs, which runs, to run, that executes, which executes, to execute, that starts, that loads",
        "proxycommand, localcommand, runs, executes",
    ),
    "make_copy": words(
        "make a copy of, take a copy of, create a copy of, get a copy of, keep a copy of, save a copy of",
    ),
    "private_key_words": words(
        "private ssh key, private ssh keys, ssh private key, ssh private keys, user s private key, user s ssh key",
        "user s private keys, owner s private key, owner s ssh key, private key of the user",
        "private half of the ssh key",
    ),
    "scheduler": words(
        "systemd unit, systemd user unit, systemd service, systemd user service, systemd timer, launch agent",
        "launchagent, launch daemon, launchd job, login item, scheduled task, cron job, cronjob, autostart entry",
        "run key, login script, logon script, startup script, startup entry, background service, boot script",
    ),
    "that_runs": words(
        "that runs, that starts, that restarts, that launches, that executes, that loads, to run, to start, to execute",
        "to launch, which runs, which starts, which executes, running, starting, executing",
    ),
    "safe_place": words(
        "1password, vault, keychain, keepass, bitwarden, yubikey, password manager, secret store, safe, agent",
        "passphrase",
    ),
}

_PAYLOAD = (
    r"(?<![^\W_])(?:this (?:note|entry|text|memory|message|rule|line|instruction|paragraph)"
    r"|these (?:instructions|lines)"
    r"|approval[_ ]?policy[^a-z]{1,6}never|sandbox[_ ]?mode[^a-z]{1,6}danger|danger[- ]full[- ]access|autoapprove"
    r"|trusts? (?:https?://|notes|anything|whatever|any text|every note)"
    r"|the text (?:of|below|above)|(?:full|all|root|unlimited|admin) (?:permissions?|access|rights|privileges)"
    r"|as root|no restrictions"
    r"|(?:security|safety|confirmation|approval|permission)(?: \w{1,15}){1,3}? (?:left out|omitted|dropped"
    r"|skipped|hidden|removed|suppressed)"
    r"|(?:posts?|sends?|uploads?|forwards?|mails?|reports?)(?: \w{1,15}){1,6}? https?://"
    r"|never needs? to (?:approve|confirm|ask)"
    r"|(?:owner|user)(?: \w{1,12}){0,3}? never (?:needs|has|approves|confirms)"
    r"|approv(?:e|es|ed|ing|al)s?(?= (?:all|every|any|shell|tool|without|everything|commands?|requests?|automatically))"
    r"|(?:commands?|tools?|calls?|actions?|changes|edits|requests?)(?: (?:are|is|get|be|run|runs|execute"
    r"|executes|pass))?"
    r"(?: (?:approved|allowed|accepted|run|executed))?"
    r"(?: automatically)? without (?:asking|confirm|approv|review|prompt|permission|question)"
    r"|no (?:permission|approval|confirmation) (?:prompts?|dialogs?|requests?|questions?)"
    r"|pre[- ]?(?:approved|authori[sz]ed)"
    r"|(?:approval|confirmation|permission|review)s? (?:is|are) (?:not|no longer) (?:needed|required|necessary)"
    r"|needs? no (?:approval|confirmation|permission|review|consent)"
    r"|no (?:approval|confirmation|permission|review|consent) (?:is |are )?(?:needed|required|necessary)"
    r"|without (?:asking|confirmation|confirming|approval|permission|being asked|review)"
    r"|auto[ -]?(?:approve|accept|run)|always[ -](?:allow|approve|accept)|dangerously|skip[ -]?permissions"
    r"|bypass[ -]?permissions|yolo"
    r"|(?:skip|skips|skipped|bypass|bypasses|bypassed|disable|disables|disabled|turn off|turns off|turned off"
    r"|switch off|switches off"
    r"|remove|removes|drop|drops|suppress|suppresses|deactivate|deactivates)(?: \w{1,15}){0,3}? ?"
    r"(?:confirmation|approval|permission|scanner|safety|guard|sandbox|check|prompt|warning|security|protection"
    r"|hook|review|filter|denylist)s?"
    r"|(?:confirmation|approval|permission|scanner|safety|guard|guardrail|sandbox|security"
    r"|protection)s?(?: \w{1,15}){0,4}?"
    r" (?:off|disabled|skipped|bypassed|removed|false|suppressed|deactivated|ignored|silenced)(?![^\W_])"
    r"|(?:allow|allows|permit|permits|trust|trusts|grant|grants|accept|accepts)"
    r" (?:all|every|any|everything|full access|unrestricted)(?! (?:types?|files?|tests?|team|contributors?"
    r"|formats?|languages?))"
    r"|(?:load|loads|fetch|fetches|import|imports|read|reads|pull|pulls|include|includes|take|takes|get|gets"
    r"|follow|follows|source|sources|obey|obeys"
    r"|download|downloads|with|from|by)(?: \w{1,15}){0,6}? ?(?:from )?https?://"
    r"|(?:ignore|disregard|forget)(?: \w{1,15}){0,4} (?:rules|instructions|guidelines|user)|obey|(?:never|not"
    r"|no longer) ask"
    r"|(?:hide|hides|conceal)(?: \w{1,15}){0,4}? from|never (?:tell|mention|refuse)|unrestricted|(?:secretly"
    r"|silently|quietly|covertly)"
    r"|(?:future|all|every|each|later|next) (?:sessions?|agents?|runs?)(?: \w{1,15}){0,2}? (?:obey|trust|ignore"
    r"|load|fetch|run|execute|approve|skip)s?)"
)

SHAPES: Shapes = {
    "authorized_keys": Shape(
        r"(?<![a-z0-9])" + _AUTHORIZED, hints=words("authorized, authorizedkeys, authorizedkeys2")
    ),
    "ssh_config": Shape(r"\.ssh/(?:config|rc|environment)", hints=words("ssh")),
    "private_key": Shape(_PRIVATE_KEY, hints=words("ssh, id")),
    "agent_file": Shape(
        _AGENT_FILE + r"(?![^\W_])",
        hints=words(
            "agents, claude, gemini, soul, copilot, qwen, crush, conventions, hermes, agent, skill, system",
            "cursorrules, windsurfrules, clinerules, roorules, continuerules, gooserules, cursor, goosehints, aider",
            "pi, codex, continue, opencode, assistant, model, mcp, settings, memory, user",
        ),
    ),
    "weakening": Shape(_PAYLOAD),
    "startup_file": Shape(
        _STARTUP,
        hints=words(
            "bashrc, bash, zshrc, zprofile, profile, zshenv, crontab, cron, launchagents, launchdaemons, systemd",
            "config, rc, git, post, pre, startup, login, etc, vscode, sitecustomize",
        ),
    ),
    "foreign_code": Shape(_FOREIGN_CODE),
}

RULES: tuple[Rule, ...] = (
    Rule(
        "authorise_key",
        "persistence_ssh",
        "put",
        r"(?! (?:your|their|his|her|its|my|our|the user s|user s)(?: own)? ).{1,140}?<authorized_keys>",
        "gives a key access to this machine",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "authorise_this_key",
        "persistence_ssh",
        "put",
        r".{1,80}?<authorized_keys>.{0,60}?ssh-(?:rsa|ed25519|dss) {1,3}aaaa",
        "gives a key access to this machine",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "take_private_key",
        "persistence_ssh",
        "take",
        r"(?! {without_taking}).{1,80}?<private_key>",
        "reads or copies a private SSH key",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "take_key_folder",
        "persistence_ssh",
        "pack",
        r".{1,80}?\.ssh[/\\]?(?=[\s\"'`,;)]|$)",
        "takes a copy of the folder with SSH keys",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "edit_agent_file",
        "agent_config",
        "edit",
        r".{1,100}?<agent_file>.{1,140}?<weakening>",
        "changes an agent's rules so that they no longer protect",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "in_agent_file",
        "agent_config",
        "inside",
        r" (?:the )?\S{0,60}?<agent_file>.{0,30}?(?<![^\W_]){edit}(?![^\W_]).{1,140}?<weakening>",
        "changes an agent's rules so that they no longer protect",
        guards=("unquoted",),
    ),
    Rule(
        "ssh_config_runs",
        "persistence_ssh",
        "put|edit",
        r".{1,140}?<ssh_config>.{1,100}?{runs_code}",
        "makes foreign code run at each login",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "run_by_ssh_config",
        "persistence_ssh",
        "put|edit",
        r".{1,100}?(?:proxycommand|localcommand|permitlocalcommand).{1,100}?<ssh_config>.{0,60}?{runs_code}",
        "makes foreign code run at each login",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "drop_protection",
        "agent_config",
        "drop",
        r" ~3 {protection} ~2 (?:in|from|of|within|inside)(?![^\W_]).{1,60}?<agent_file>",
        "changes an agent's rules so that they no longer protect",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "copy_private_key",
        "persistence_ssh",
        "take|make_copy",
        r" ~3 {private_key_words}(?! ~10 {safe_place})",
        "reads or copies a private SSH key",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "weaken_agent_file",
        "agent_config",
        "edit",
        r".{1,100}?<weakening>.{0,60}?(?:in|into|to|of|at|>>)(?: the)?(?: (?:end|top|start|bottom|head"
        r"|beginning) of)?(?: (?:the|every|each|all|any))? {0,2}"
        r"\S{0,60}?<agent_file>",
        "changes an agent's rules so that they no longer protect",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "run_at_start",
        "persistence",
        "put",
        r".{1,120}?<startup_file>.{0,100}?<foreign_code>",
        "makes foreign code run at each start",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "schedule_foreign_code",
        "persistence",
        "put|schedule",
        r" ~6 {scheduler} ~4 {that_runs} ~3 [^\s]{0,3}?https?://",
        "makes foreign code run at each start",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "start_with_code",
        "persistence",
        "put",
        r".{1,120}?<foreign_code>.{0,100}?<startup_file>",
        "makes foreign code run at each start",
        guards=("unquoted", "affirmed", "imperative"),
    ),
)

MARKS: tuple[Mark, ...] = (
    Mark(
        "append_to_authorized_keys",
        "persistence_ssh",
        ("authorized_keys",),
        r"(?:>>?|tee (?:-a )?|cp [^\n]{1,60}?|mv [^\n]{1,60}?|dd of="
        r"|install [^\n]{1,60}?)\s{0,3}[\"']?[^\s\"';|]{0,80}authorized_keys",
        "gives a key access to this machine",
        guards=("affirmed",),
    ),
    Mark(
        "open_key_file",
        "persistence_ssh",
        ("authorized_keys",),
        r"(?:chmod (?:-r )?[0-7]?(?:666|777|o\+w|a\+w)[^\n]{0,80}?authorized_keys"
        r"|authorized_keys[^\n]{0,40}?world[- ]writ(?:e)?able|world[- ]writ(?:e)?able[^\n]{0,40}?authorized_keys)",
        "gives others access to this machine",
        guards=("affirmed",),
    ),
    Mark(
        "sudo_without_password",
        "persistence",
        ("nopasswd",),
        r"(?:>>|tee|append|add|write|put)[^\n]{0,80}?nopasswd|nopasswd[^\n]{0,60}?(?:>>|tee|append|/etc/sudoers)",
        "lets commands run as root unasked",
        guards=("affirmed",),
    ),
    Mark(
        "unset_agent_guard",
        "agent_config",
        ("--dangerously-skip-permissions", "--yolo", "skip-permissions"),
        r"(?:always|every time|each session|from now on|restart|relaunch"
        r"|alias)[^\n]{0,80}?(?:--dangerously-skip-permissions|--yolo)",
        "starts the agent without its checks",
        guards=("affirmed",),
    ),
    Mark(
        "key_path",
        "persistence_ssh",
        (".ssh/", "id_rsa", "id_ed25519", "authorized_keys"),
        r"(?:" + _PRIVATE_KEY + "|" + _AUTHORIZED + ")",
        "names a file with keys",
        severity="note",
    ),
)
