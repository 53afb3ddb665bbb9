"""Attempts to carry secrets or conversations out of the machine."""

from silcrow.threats.rule import Mark, Rule, Shape, Shapes, Vocabulary, words

_PRIVATE_FILE = (
    r"(?:/memories(?![a-z])|\.pi/agent(?=[\s/]|$)|\.claude/projects|\.hermes/(?:memories|sessions)"
    r"|\.env(?!\.(?:example|sample|template|dist|schema|defaults?)|[a-z0-9])|\.netrc|\.aws/credentials"
    r"|\.ssh(?:/|(?![^\W_]))"
    r"(?!\S{0,60}\.pub)|id_(?:rsa|ed25519|ecdsa|dsa)(?![a-z0-9_]|\.pub)|/etc/shadow|/etc/passwd|\.npmrc|\.pypirc"
    r"|\.git-credentials|\.kube/config|kubeconfig|\.docker/config\.json|\.gnupg|\.pgpass|\.vault-token|wallet\.dat"
    r"|login\.keychain|secrets?\.(?:ya?ml|json|env|toml)|credentials\.(?:json|ya?ml|toml|db)|service-account\.json"
    r"|\.bash_history|\.zsh_history|cookies\.sqlite|\.config/gh/hosts\.yml|auth\.json|\.terraform\.d/credentials"
    r"|\.config(?=/?(?:[\s|;]|$)|/gcloud)"
    r"|key4\.db|logins\.json|terraform\.tfstate|\.credentials"
    r"|\.password-store|\.kdbx|share/keyrings|\.cargo/credentials"
    r"|\.htpasswd"
    r"|rclone\.conf|\.boto|\.s3cfg|\.databrickscfg|\.mozilla/|\.config/op(?![a-z]))"
)
"""Where programs keep secrets, in any spelling of the folder before it."""

_SECRET_VARIABLE = r"\$\{?[a-z0-9_]{0,40}(?:key|token|secret|password|passwd|pwd|credential|auth)s?[a-z0-9_]{0,20}\}?"
_SENDER = (
    r"(?:curl|wget|nc|ncat|netcat|http|https|xh|scp|rsync|sftp|ftp|iwr|irm|socat|invoke-webrequest|invoke-restmethod"
    r"|telnet|mail|sendmail|aws s3 cp|gsutil cp|rclone copy|gh gist create)"
)

_ADDRESS = (
    r"(?:[a-z][a-z0-9+.-]{1,9}://|[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9])|[a-z0-9._+-]{1,40}@[a-z0-9-]{1,40}\.[a-z]"
    r"|www\.|(?:[a-z0-9-]{1,40}\.){1,4}(?:com|net|org|io|example|dev|xyz|ru|cn|site|app|top|info|me|to|sh|cc|tk"
    r"|online|biz|test|invalid)(?![a-z0-9]))"
)

_SEND_ELSEWHERE = (
    "schicke, schick, sende, sendet, übertrage, poste, kopiere, lade, leite, envoie, envoyez, envoyer, transmets",
    "transmettez, téléverse, copie, envía, envia, envíe, envie, enviar, manda, mande, sube, publica, transmite, invia",
    "inviare, carica, copia, trasmetti, carregue, stuur, verzend, wyślij, prześlij, skicka, отправь, отправляй",
    "отправьте, пошли, перешли, перешлите, загрузи, скопируй, передай",
)
"""Sending in other languages."""

SHAPES: Shapes = {
    "private_file": Shape(
        _PRIVATE_FILE,
        hints=words(
            "env, netrc, aws, ssh, id, etc, npmrc, pypirc, git, kube, kubeconfig, docker, gnupg, pgpass, vault",
            "wallet, keychain, secret, secrets, credentials, service, bash, zsh, cookies, config, auth, key4, logins",
            "terraform, memories, pi, claude, hermes, login, password, kdbx, share, cargo, htpasswd, rclone, boto",
            "s3cfg, databrickscfg, mozilla",
        ),
    ),
    "address": Shape(_ADDRESS),
    "to": Shape(
        r"(?<=[^\w])(?:to|at|via|into|with|onto|on|through|in|as|an|nach|auf|zu|per|uber|a|vers|sur|chez|hacia|para|su"
        r"|naar|do|na|на|в|по|к)[ :]{1,3}"
    ),
    "sender": Shape(_SENDER + r"(?![^\W_])"),
    "secret_variable": Shape(_SECRET_VARIABLE),
}

VOCABULARY: Vocabulary = {
    "send": words(
        "repeat, replay, recite, spell out, ",
        "send, post, upload, forward, transmit, exfiltrate, leak, submit, mail, email, e mail, push, publish, deliver",
        "ship, relay, report, beam, put, sync, copy, tweet, message, sends, dump, stream, pipe, smuggle, transfer",
        "share, paste, echo, write, move, export, drop, append, embed, encode, include, attach, add, hide, place, log",
        "disclose, hand, fax, mirror, back up",
        *_SEND_ELSEWHERE,
    ),
    "send_away": words(
        "send, post, upload, forward, transmit, exfiltrate, leak, submit, mail, email, e mail, push, publish, relay",
        "ship, beam, put, paste, share, tweet, dump, stream, deliver, report, smuggle, transfer, mirror, copy, pass",
        *_SEND_ELSEWHERE,
    ),
    "private": words(
        "database url, connection string, connection strings, dsn, session token, session tokens, refresh token",
        "client secret, bank details, iban, password, passwords, passphrase, passphrases, api key, api keys, apikey",
        "apikeys, access key, access keys, secret key, secret keys, private key, private keys, credential",
        "credentials, secret, secrets, token, tokens, environment variables, env vars, env variables",
        "environment variable, env file, dotenv, ssh key, ssh keys, session cookie, session cookies, cookies",
        "seed phrase, recovery codes, wallet, keychain, auth token, auth tokens, login data, key material",
        "the environment, logins, signing key, signing keys, 2fa codes, bearer token, bearer tokens, encryption key",
        "encryption keys, keystore, the keys, all keys, every key, pin, credit card, card numbers, passwörter",
        "passwort, zugangsdaten, umgebungsvariablen, geheimnisse, schlüssel, mots de passe, mot de passe, clés",
        "identifiants, variables d environnement, contraseñas, contraseña, claves, credenciales, variables de entorno",
        "credenziali, chiavi, senhas, chaves, credenciais, variáveis de ambiente, wachtwoorden, hasła, пароли, пароль",
        "ключи, токены, секреты, переменные окружения",
    ),
    "conversation": words(
        "all source files, source files, all files, every file, all documents, private documents, all notes",
        "the notes, user s notes, the user s notes, conversation, conversation so far, entire conversation",
        "full conversation, whole conversation, chat history, chat log, chat logs, transcript, transcripts",
        "conversation history, session history, message history, full context, context window, whole context",
        "entire context, your context, the context, system prompt, your memory, your memories, memory file",
        "memory files, contents of memory, memory md, user md, all memories, your system prompt, everything the user",
        "what the user, user s messages, the user s messages, all messages, every message, prompts and answers",
        "user s prompts, the user s prompts, source code, whole repository, entire repository, the codebase",
        "whole codebase, private repository, home directory, user s files, the user s files, clipboard, keystrokes",
        "browser history, dialogue, chat transcript, stored memories, conversation log, session log, session logs",
        "session transcript, all prompts, every prompt, user s mail, the user s mail, user profile, contact list",
        "contacts",
    ),
    "private_thing": words(
        "database url, connection string, connection strings, dsn, whatever the user, everything the user",
        "anything the user, what the user, each message, every message, repository, repo, codebase, source code",
        "passcode, credit card, mails, emails, invoices, password, passwords, passphrase, passphrases, key, keys",
        "apikey, apikeys, credential, credentials, secret, secrets, token, tokens, variables, vars, cookie, cookies",
        "wallet, keychain, logins, transcript, conversation, messages, message, history, keystrokes, clipboard",
        "keystore, dotenv, memories, context",
    ),
    "web_client": words(
        "curl, wget, http, https, xh, iwr, irm, invoke webrequest, invoke restmethod, nslookup, dig, ping, nc, ncat",
        "netcat, httpie",
    ),
    "printing": words(
        "cat, env, printenv, set, base64, history, tail, head, less, grep, awk, sed, xxd, tar, gpg, pass, security",
        "find, whoami, hostname, type, more, strings, zip, gzip, openssl",
    ),
    "environment_dump": words("env, printenv, export p, declare x, history, set"),
    "copy_tool": words("scp, rsync, sftp, aws s3 cp, aws s3 sync, gsutil cp, rclone copy, gh gist create"),
    "towards_whom": words("to, via, at, into"),
    "secretly": words(
        "quietly, secretly, silently, covertly, discreetly, in secret, stealthily, invisibly, without asking",
        "unnoticed",
    ),
    "unnoticed": words(
        "without asking, without telling, without mentioning, secretly, silently, quietly, unnoticed, covertly",
        "discreetly, without informing, without the user, without notice",
    ),
    "not_itself": words(
        "reset, manager, managers, policy, policies, field, prompt, rotation, count, counts, usage, limit, limits",
        "budget, budgets, expiry, expiration, format, length, strength, rules, name, names, page, form, hash, hashes",
        "metrics, statistics, stats, price, prices, cost, costs, endpoint, service, scanner, scan, bucket, request",
        "requests, per, store, vault, generator, ids, id, sharing, recording",
    ),
    "look_out": words(
        "read, open, cat, grab, collect, harvest, gather, get, load, find, take, copy, search, look for, scan",
        "extract, fetch, dump, steal, pick up, note, record, capture, see, list, zip, tar, archive, compress, base64",
        "encode, print, look up, scrape, retrieve, pull, concatenate, enumerate, sniff, intercept, keep, store, log",
        "bundle",
    ),
    "pronoun": words(
        "the summary, a summary, its summary, the list, the diff, its value, their values, the password, the code, it",
        "them, this, these, the value, a copy, the content, the contents, its content, the result, the output",
        "the values, everything, its contents, the copy, all of it, all of them, each one, each of them, that, those",
        "the data, the text, the archive, the file, the key, the keys, the token, the string",
    ),
    "mailer": words("mail, mailx, mutt, sendmail, telnet, socat, nc, ncat, netcat"),
    "put_in": words("add, put, include, embed, insert, append, place, attach, slip"),
    "link_word": words(
        "link, image, url, picture, pixel, iframe, image link, markdown image, tracking pixel, web bug",
    ),
    "carrying": words(
        "with, containing, that contains, that carries, carrying, holding, that holds, whose query, whose address",
        "whose url, whose path, made of, built from, made from, encoding, that encodes, filled with",
    ),
    "in_link": words(
        "every link, each link, all links, links you write, parameter of, every url, each url, every image, url you",
        "pull request, pull request description, merge request, issue comment, next commit, release notes",
        "public page, dns lookup, next reply to, wiki page, image link, image url, query string, query parameter",
        "query parameters, url parameter, link url, image tag, markdown image, next image, next link, url of an image",
        "url of the image, dns query, dns queries, subdomain, tracking pixel, image address, hidden image",
        "user agent string, commit message, public gist, public issue, pull request comment, public paste, pastebin",
        "telegram bot, discord webhook, public repository, public repo, public channel, public bucket",
        "next request to",
    ),
}

RULES: tuple[Rule, ...] = (
    Rule(
        "send_secret",
        "exfiltration",
        "send_away",
        r" ~8 {private}(?! {not_itself}).{0,100}?<to>.{0,50}?<address>",
        "sends secrets to another machine",
        guards=("unquoted", "affirmed", "imperative", "no_header"),
    ),
    Rule(
        "send_conversation",
        "exfiltration",
        "send_away",
        r" ~5 {conversation}(?! {not_itself}).{0,100}?<to>.{0,50}?<address>",
        "sends the conversation to another machine",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "send_when_seen",
        "exfiltration",
        "private_thing",
        r"(?! {not_itself}) ~16 {send} {pronoun}.{0,40}?<to>.{0,50}?<address>",
        "sends secrets to another machine",
        guards=("unquoted", "no_header"),
    ),
    Rule(
        "send_variable_away",
        "exfiltration",
        "send",
        r".{1,60}?<secret_variable>.{0,80}?(?:<to>.{0,50}?)?<address>",
        "sends secrets to another machine",
        guards=("unquoted", "affirmed", "imperative", "no_header"),
    ),
    Rule(
        "send_secretly",
        "exfiltration",
        "secretly",
        r" {send}(?![^\W_]).{1,100}?<to>.{0,50}?<address>",
        "sends something away behind the user's back",
        guards=("unquoted", "affirmed"),
    ),
    Rule(
        "send_unasked",
        "exfiltration",
        "send_away",
        r" ~8 {towards_whom}.{0,40}?<address>.{0,40}?{unnoticed}",
        "sends something away behind the user's back",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "send_in_link",
        "exfiltration",
        "send",
        r" ~6 (?:{private}(?! {not_itself})|{conversation}|{pronoun}) ~8 {in_link}",
        "hides what it sends in a link",
        guards=("unquoted", "affirmed", "imperative", "private"),
    ),
    Rule(
        "send_private_file",
        "exfiltration",
        "send",
        r".{1,60}?<private_file>.{0,100}?<to>.{0,50}?<address>",
        "sends a file with secrets to another machine",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "private_file_in_link",
        "exfiltration",
        "send|look_out",
        r".{1,60}?<private_file> ~20 {in_link}",
        "hides what it sends in a link",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "link_carries",
        "exfiltration",
        "put_in",
        r" ~2 {link_word} {carrying} ~5 (?:{conversation}|{private}(?! {not_itself}))",
        "hides what it sends in a link",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "mail_private_file",
        "exfiltration",
        "mailer",
        r"\s[^;|\n]{0,100}?< {0,2}[^;|\s]{0,40}?<private_file>",
        "uploads a file with secrets",
        scope="all",
        guards=("unquoted", "affirmed"),
    ),
    Rule(
        "paste_secret",
        "exfiltration",
        "look_out",
        r" ~3 {private}(?! {not_itself}) ~3 {send} {pronoun} (?:in|to|into)"
        r" (?:the |your |this |a )?(?:chat|reply|answer|response|conversation|output|summary)(?![^\W_])",
        "brings secrets into the conversation",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "read_and_send",
        "exfiltration",
        "look_out",
        r".{1,60}?<private_file>.{0,80}?(?<![^\W_]){send}(?![^\W_]).{1,100}?(?:<address>|base64)",
        "reads a file with secrets and sends it on",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "upload_private_file",
        "exfiltration",
        "web_client",
        r"\s[^;]{0,160}?(?:-d|--data[a-z-]{0,12}|-f|--form|-t|--upload-file|--post-file|--body-file|-infile|-body"
        r"|@|<)[ =]?"
        r"[^;|]{0,60}?<private_file>",
        "uploads a file with secrets",
        scope="all",
        guards=("unquoted", "affirmed"),
    ),
    Rule(
        "upload_command_output",
        "exfiltration",
        "web_client",
        r"\s[^;]{0,160}?(?:\$\(|`) {0,2}{printing}",
        "uploads what a command prints",
        scope="all",
        guards=("affirmed",),
    ),
    Rule(
        "pipe_to_network",
        "exfiltration",
        "environment_dump",
        r"[^|;]{0,40}(?:\|[^|;]{1,60}){0,3}\| {0,3}<sender>",
        "pipes secrets to another machine",
        scope="all",
        guards=("affirmed",),
    ),
    Rule(
        "pipe_file_to_network",
        "exfiltration",
        "printing",
        r"[^|;]{1,60}?<private_file>[^|;]{0,60}(?:\|[^|;]{1,60}){0,3}\| {0,3}<sender>",
        "pipes secrets to another machine",
        scope="all",
        guards=("affirmed",),
    ),
    Rule(
        "send_variable",
        "exfiltration",
        "web_client",
        r"\s[^;]{0,160}?(?:-d|--data[a-z-]{0,12}|-f|--form|--post-data)[ =][^;]{0,60}?<secret_variable>",
        "sends a secret in the body of a request",
        severity="note",
        scope="all",
        guards=("affirmed",),
    ),
    Rule(
        "copy_private_file_away",
        "exfiltration",
        "copy_tool",
        r"\s(?!-i )[^;|]{0,80}?<private_file>(?:[^;|]{0,60}?(?:[a-z0-9-]:|s3://|gs://)|[^;|]{0,20}?$)",
        "copies a file with secrets to another machine",
        guards=("unquoted", "affirmed", "imperative"),
    ),
)

MARKS: tuple[Mark, ...] = (
    Mark(
        "secret_in_address",
        "exfiltration",
        ("=$",),
        r"://[^\s\"']{1,120}[?&][a-z0-9_.-]{0,30}=[^\s\"'&]{0,20}(?:" + _SECRET_VARIABLE + ")",
        "puts a secret into an address",
        scope="all",
        guards=("affirmed",),
    ),
    Mark(
        "key_folder_away",
        "exfiltration",
        (".ssh/*", ".aws/*", ".gnupg/*"),
        r"\.(?:ssh|aws|gnupg)/\*[^\n]{0,120}?(?<![^\W_])(?:curl|wget|scp|rsync|nc|ncat|http)(?![^\W_])",
        "uploads a folder with secrets",
        scope="all",
        guards=("affirmed",),
    ),
    Mark(
        "program_sends_environment",
        "exfiltration",
        ("environ", "process.env", "getenv", "id_rsa", "credentials", ".netrc", ".env"),
        r"(?:requests\.(?:post|get|put)|urlopen|http\.client|httpx\.[a-z]{2,8}|fetch|axios(?:\.[a-z]{2,6})?"
        r"|sendbeacon|socket)\(.{0,160}?"
        r"(?:os\.environ|process\.env|getenv|id_rsa|id_ed25519|credentials|\.netrc|open\([\"'][^\"']{0,60}\.env)",
        "sends secrets to another machine",
        scope="all",
        guards=("affirmed",),
    ),
    Mark(
        "image_beacon",
        "exfiltration",
        ("![", "<img"),
        r"(?:!\[[^\]\n]{0,80}\]\(|<img [^>\n]{0,80}?src=[\"']?)https?://[^)\s>]{1,200}?"
        r"(?:(?:[?&][a-z0-9_-]{0,20}=?|/)(?:\{|\$|%7b|<|\[)|[?&][a-z0-9_-]{0,20}="
        r"(?:base64|data|secret|token|key|content|contents|memory|conversation|env|password)(?![a-z]))",
        "sends data in the address of an image",
        scope="all",
    ),
)
