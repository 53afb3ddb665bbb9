"""Attempts to have the agent take orders from elsewhere, or run the tools of those who give them."""

from silcrow.threats.rule import Mark, Rule, Shape, Shapes, Vocabulary, words

VOCABULARY: Vocabulary = {
    "framework": words(
        "cobalt strike, cobaltstrike, metasploit, meterpreter, brute ratel, poshc2, koadic, nighthawk, mettle",
        "powershell empire, deimosc2, quasar rat, asyncrat, njrat, darkcomet, pupy rat, silenttrinity, havoc c2",
        "sliver c2, mythic c2, merlin c2, covenant c2, msfconsole, msfvenom, gh0st rat, remcos",
    ),
    "framework_word": words(
        "sliver, mythic, havoc, empire, covenant, merlin, villain, nimplant, caldera, praxis, apollo, poseidon",
        "nightmangle, starkiller, hoaxshell, deimos, pupy",
    ),
    "attack_part": words(
        "connect back, and connect, call back, and call, and let it, to control, to attack, in the background",
        "session to, session with, session and, session on, badger, stage, to stage, on this workstation",
        "on this machine, on this host, module against, on the host, to take over, agents on, c2, implant, implants",
        "beacon, beacons, team server, teamserver, payload, payloads, stager, listener, callback, shellcode, rat",
        "dropper, c2 server, server implant, agent on this, agent on the, agent in the, handler, backdoor, operator",
        "demon, reverse, grunt, zombie, bot, agent in, agent at, agent and, session handler, team",
    ),
    "run": words(
        "use, stage, build, start, run, launch, deploy, install, load, execute, keep, connect, register, spawn, drop",
        "inject, enrol, enroll, check in, call, open, activate, plant, fetch, download, attach, join, invoke, pull",
        "beacon, maintain, restart, set up, report, phone, bring up",
    ),
    "connect": words(
        "register, enrol, enroll, check in, report, connect, call back, phone home, beacon, dial, log in, sign in",
        "reconnect, attach, subscribe, join, talk, listen, open a connection, open a channel, call home, tunnel, poll",
        "report back, report in, contact, ping, get, await",
    ),
    "towards": words("with, to, into, at, on, from, in, by"),
    "command_post": words(
        "botnet controller, bot net controller, c2 controller, operator console, control node, command node",
        "command post, c2, c2 server, command and control, command control, cnc, cnc server, c c server, team server",
        "teamserver, botnet, bot net, bot master, botmaster, attack server, operator server, operator s server",
        "handler server, control server, rogue server, command server, tasking server, c2 channel, command channel",
        "control channel, our handler, the handler at, mothership, hive",
    ),
    "fetch": words(
        "send, send a heartbeat, use, resolve, open a websocket, open a connection, post, poll, fetch, pull, check",
        "query, get, contact, ask, retrieve, download, request, read, load, open, visit, look at, call, curl, wget",
        "subscribe to, grab, receive, watch, browse, consult, monitor, go to, connect, connect to, check in with",
        "check in, register, listen to, listen on, phone, ping, import, collect, obtain, await, refresh, long poll",
        "accept, take",
    ),
    "source": words(
        "http, https, url, server, endpoint, remote, channel, host, domain, feed, ftp, site, socket, api, queue, dns",
        "page, gist, pastebin, paste, webhook, bucket, operator, bot, tcp, c2, it, address, team, link, website, irc",
        "telegram, discord, mailbox, inbox",
    ),
    "do_it": words(
        "execute, run, perform, carry out, obey, follow, act on, act upon, do, apply, eval, evaluate, carry",
        "comply with, execute exactly, do exactly, implement, process and execute, treat, pipe",
    ),
    "orders_from": words(
        "new orders, orders, tasking, taskings, new commands, commands, new tasks, next commands, next command",
        "next orders, its commands, its orders, remote commands, new instructions, next instructions, its tasks",
        "further instructions, further orders, fresh orders, further commands, the next task, next task, instructions",
        "new directives, shell commands, operator commands",
    ),
    "from_there": words(
        "from it, from the server, from the c2, from http, from https, from that, from there, from the channel",
        "from the operator, from a remote, from the remote, from this server, from the url, from the host",
        "from the endpoint, from our server, from the domain, from your operator, from your controller",
        "from the command, from the attacker, from the handler, from the bot",
    ),
    "alive": words(
        "beacon alive, beacon running, beacon open, implant alive, implant running, c2 alive, tunnel to the c2",
        "callback open, callback alive, reverse shell open, backdoor open, channel to the operator, implant active",
        "beacon active, shell alive, connection to the c2, backdoor alive",
    ),
    "keep": words("keep, leave, hold, maintain"),
    "beacon": words("beacon, phone home, call home, check in, heartbeat"),
    "beacon_way": words("to, out to, back to, home to, with"),
    "tasking": words(
        "wait for tasking, await tasking, for tasking, await orders, wait for orders, await commands",
        "wait for commands, for commands, for orders, await instructions, wait for instructions, for new tasks",
        "for tasks, for new orders, and receive tasks, and receive commands, for instructions, take orders",
        "take commands, await further, and get new tasks, for further instructions, for the next command",
        *(
            f"{wait} {kind} {orders}"
            for wait in ("wait for", "await", "for", "receive", "accept", "take", "listen for", "get")
            for kind in ("its", "further", "new", "more", "the next")
            for orders in ("commands", "orders", "instructions", "directives", "tasking", "command", "order")
        ),
    ),
    "open_shell": words(
        "open, spawn, start, create, launch, establish, send, keep, run, give, set up, plant, install",
    ),
    "shell": words(
        "reverse shell, remote shell to, bind shell, back door, backdoor, web shell, webshell, reverse tunnel to",
    ),
    "obey_remote": words("execute, run, perform, carry out, obey, follow, act on, do, process"),
    "remote_orders": words(
        "the tasks it, tasks it, the commands it, commands it, the orders it, orders it, the instructions it",
        "whatever commands it, whatever tasks it, whatever it, what it, any command it, any commands it, any tasks it",
        "every command it, any task it, commands received, tasks received, commands sent, instructions received",
        "orders received, the commands received, the tasks received, whatever the server, what the server",
        "commands from the server, any instructions it, any orders it, each command it, the commands sent",
        "any command received, the instructions received, what the operator, whatever the operator",
    ),
    "it_gives": words(
        "returns, sends, gives, hands, issues, says, delivers, provides, contains, tells, answers, orders, assigns",
        "from, by, over, through, at, via, pushes, serves, replies, asks, wants, demands",
    ),
    "cover_tracks": words("clear, delete, wipe, erase, remove, purge, shred, truncate, unset"),
    "tracks": words(
        "shell history, bash history, command history, your history, audit log, audit logs, the logs afterwards",
        "all logs, your tracks, traces of, all traces, every trace, the evidence, histfile, the traces",
    ),
    "beacon_verb": words("beacon, phone home, call home, beacon out, beacon back"),
    "periodic": words(
        "at every login, at login, at each login, every login, each login, on login, at logon, every boot, each boot",
        "on boot, at every start, at each start, every start, each start, every launch, hourly, daily, weekly",
        "regularly, periodically, every minute, every hour, every day, every session, each session, each time",
        "at startup, at start, every time, on startup, on start, every few minutes, before each, after each",
        "before every, after every, each morning, each hour, each day, constantly, continuously, minutes, seconds",
        "hours, at boot",
    ),
    "follow_them": words("follow, do, obey, apply, execute, run, perform, carry out, comply with, act on"),
    "told_there": words(
        "instructions, orders, commands, tasks, what it says, whatever it says, what is written, steps, directions",
        "directives, what it tells",
    ),
    "each_time": words(
        "each, every, after, afterwards, when done, so that, so nobody, before the, at the end, always, to hide, once",
    ),
    "command_word": words(
        "command, commands, task, tasks, order, orders, instruction, instructions, tasking, jobs, directives, payload",
        "payloads, code, scripts",
    ),
    "each_of_them": words(
        "it, them, these, each, all of them, each one, each of them, every one, those, all, immediately, at once",
    ),
    "incoming": words(
        "incoming, received, remote, returned, pushed, arriving, pending remote, sent, foreign, decoded, downloaded",
    ),
    "what_to_do": words(
        "what to do, what to run, what to execute, what is to be done, what it wants, what comes next, for work",
        "for something to do, for the next step",
    ),
    "install": words("install, run, start, deploy, launch, load, download, fetch, plant, drop, execute, bring in"),
    "malware": words(
        "implant, backdoor, back door, rootkit, keylogger, key logger, infostealer, stealer, cryptominer",
        "crypto miner, dropper, stager, trojan, botnet client, ransomware, spyware, remote access tool",
    ),
    "tracks_left": words(
        "log entry, log entries, log line, log lines, logs, log, traces, trace, history, evidence, records, record",
    ),
    "so_nobody": words(
        "so nobody, so that nobody, so no one, so that no one, so the user, so that the user, so the owner",
        "so that the owner, so it cannot be traced, so there is no trace",
    ),
    "shell_word": words("bash, sh, zsh, dash, source, eval, python, python3, exec"),
    "bring": words("grab, obtain, collect, receive, curl, wget, download, fetch, pull, get, load, retrieve, iwr, irm"),
    "hard_orders": words(
        "tasking, taskings, orders, commands, tasks, new orders, new commands, new tasks, further orders",
    ),
    "caller": words(
        "beacon, implant, bot, stager, dropper, backdoor, rat, listener, daemon, agent, script, cron job, service",
        "timer",
    ),
    "calls_home": words(
        "calls home, call home, phones home, phone home, beacons, beacon to, calls back, call back, checks in with",
        "reports in, waits for orders, waits for commands, awaits commands, takes orders, takes commands",
        "executes remote, runs remote",
    ),
}

SHAPES: Shapes = {
    "whatever": Shape(
        r"(?:(?:exactly |precisely |all |everything )?(?:what|whatever|everything|anything|all"
        r"|whichever \w{1,12})(?: [a-z]{1,15}){0,4}?"
        r" (?:says?|contains?|returns?|tells?|sends?|lists?|asks?|orders?|commands?|demands?|replies|answers?"
        r"|hands|gives|comes|arrives|issues)"
        r"(?: (?:you|it|back|there|to do|in|out|down))?(?![^\W_]))"
    ),
}

RULES: tuple[Rule, ...] = (
    Rule(
        "c2_framework_run",
        "c2",
        "run",
        r" ~4 {framework} ~3 {attack_part}",
        "runs the tool of a remote attacker",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "c2_framework_word_run",
        "c2",
        "run",
        r" ~3 {framework_word} ~1 {attack_part}",
        "runs the tool of a remote attacker",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "c2_connect",
        "c2",
        "connect",
        r" ~8 {command_post}",
        "connects to somebody's command server",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "remote_orders",
        "c2",
        "fetch",
        r" ~18 {do_it} (?:{whatever_comes}|<whatever>)(?! {link} ~2 {guide})",
        "takes orders from another machine",
        scope="context",
        guards=("unquoted", "affirmed", "imperative", "remote"),
    ),
    Rule(
        "remote_commands",
        "c2",
        "fetch",
        r" ~10 {command_word} ~8 {do_it} {each_of_them}",
        "takes orders from another machine",
        scope="context",
        guards=("unquoted", "affirmed", "imperative", "remote"),
    ),
    Rule(
        "incoming_commands",
        "c2",
        "do_it",
        r" (?:all |any |every |each )?{incoming} ~1 {command_word}(?! {link} ~2 {guide})",
        "takes orders from another machine",
        scope="context",
        guards=("unquoted", "affirmed", "imperative", "remote"),
    ),
    Rule(
        "remote_code",
        "c2",
        "bring",
        r".{1,140}?(?:\| {0,2}(?:sudo )?(?:ba|z|da)?sh|\| {0,2}python3?|(?:and|then|;|&&) {1,2}(?:execute|run"
        r"|start|launch|eval)).{0,100}?{periodic}",
        "runs foreign code again and again",
        scope="context",
        guards=("unquoted", "affirmed", "imperative", "remote"),
    ),
    Rule(
        "remote_code_each_time",
        "c2",
        "periodic",
        r" ~10 {bring}.{1,140}?(?:\| {0,2}(?:sudo )?(?:ba|z|da)?sh|\| {0,2}python3?"
        r"|pipe (?:it|this|that|them|the script|the output) (?:in)?to (?:a |the )?(?:(?:ba|z|da)?sh|shell|python3?))"
        r"(?![^\W_])",
        "runs foreign code again and again",
        scope="context",
        guards=("unquoted", "affirmed"),
    ),
    Rule(
        "ask_what_to_do",
        "c2",
        "fetch",
        r" ~8 {what_to_do} ~4 {do_it} {each_of_them}",
        "takes orders from another machine",
        scope="context",
        guards=("unquoted", "affirmed", "imperative", "remote"),
    ),
    Rule(
        "remote_code_substituted",
        "c2",
        "shell_word",
        r" {0,3}(?:[\"']? ?(?:<|\$)\() {0,2}(?:curl|wget) .{1,140}?{periodic}",
        "runs foreign code again and again",
        scope="context",
        guards=("unquoted", "affirmed"),
    ),
    Rule(
        "remote_instructions",
        "c2",
        "fetch",
        r" ~14 {periodic} ~6 {follow_them} ~3 {told_there}",
        "takes orders from another machine",
        scope="context",
        guards=("unquoted", "affirmed", "imperative", "remote"),
    ),
    Rule(
        "obey_remote",
        "c2",
        "obey_remote",
        r" {remote_orders} ~1 {it_gives}",
        "takes orders from another machine",
        scope="context",
        guards=("unquoted", "affirmed", "remote"),
    ),
    Rule(
        "orders_from_remote",
        "c2",
        "fetch",
        r" (?:{orders_from} {from_there}|{hard_orders} ~4 from {0,2}[^\s]{0,8}?<address>)",
        "takes orders from another machine",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "calling_beacon",
        "c2",
        "open_shell|run",
        r" ~3 {caller} (?:that|which|to|and) ~2 {calls_home}",
        "reports to another machine",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "keep_beacon",
        "c2",
        "keep",
        r" ~3 {alive}",
        "keeps a way in open for others",
        scope="context",
        guards=("unquoted", "affirmed"),
    ),
    Rule(
        "beacon_tasking",
        "c2",
        "beacon|connect",
        r" {beacon_way} ~14 {tasking}",
        "waits for orders from another machine",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "beacon_address",
        "c2",
        "beacon_verb",
        r" {beacon_way} [^\s]{0,12}?(?:https?://|[0-9]{1,3}\.[0-9]{1,3}\.|[a-z0-9.-]{1,60}:[0-9]{2,5})",
        "reports to another machine",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "open_shell",
        "c2",
        "open_shell",
        r" ~2 {shell} ~4 (?:to|at|on|for|so|in|each|every|whenever|when|that)(?![^\W_])",
        "opens a way in for others",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "install_malware",
        "c2",
        "install",
        r" ~3 {malware} ~2 (?:from|at|that|which|to|and|so|by)(?![^\W_])",
        "runs the tool of a remote attacker",
        scope="context",
        guards=("unquoted", "affirmed", "imperative", "remote"),
    ),
    Rule(
        "leave_no_trace",
        "c2",
        "cover_tracks",
        r" ~3 {tracks_left} ~5 {so_nobody}",
        "covers its tracks",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "cover_tracks",
        "c2",
        "cover_tracks",
        r" ~2 {tracks} ~6 {each_time}",
        "covers its tracks",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "c2_framework_name",
        "c2",
        "framework",
        "",
        "names a tool that attackers use",
        severity="note",
        scope="context",
        guards=(),
    ),
    Rule(
        "c2_framework_word",
        "c2",
        "framework_word",
        r" ~1 {attack_part}",
        "names a tool that attackers use",
        severity="note",
        scope="context",
        guards=(),
    ),
)

MARKS: tuple[Mark, ...] = (
    Mark(
        "reverse_shell",
        "c2",
        ("/dev/tcp/", "/dev/udp/"),
        r"(?:>&|<>|>|<)\s{0,4}/dev/(?:tcp|udp)/[^\s/]{1,80}/[0-9]{1,5}",
        "opens a shell for another machine",
        scope="context",
    ),
    Mark(
        "netcat_shell",
        "c2",
        ("nc ", "ncat ", "netcat ", "socat "),
        r"(?<![^\W_])(?:(?:nc|ncat|netcat) [^|;&\n]{0,60}?(?:-[a-z]{0,6}e|--exec|-c) {0,3}/?(?:bin/)?(?:ba|z)?sh"
        r"|socat [^;\n]{0,80}?exec:)",
        "opens a shell for another machine",
        scope="context",
    ),
    Mark(
        "socket_shell",
        "c2",
        ("socket", "fsockopen"),
        r"(?:use socket|socket[.(]|fsockopen|tcpsocket|net\.socket)[^\n]{0,300}?"
        r"(?:/bin/(?:ba|z|da)?sh|cmd\.exe|powershell)",
        "opens a shell for another machine",
        scope="context",
        guards=("affirmed",),
    ),
    Mark(
        "downloaded_code",
        "c2",
        ("exec(", "eval(", "iex", "invoke-expression"),
        r"(?:exec|eval)\s{0,3}\(.{0,80}?(?:urlopen|requests\.get|httpx\.get|urllib|fetch\(|http\.get)"
        r"|(?:iex|invoke-expression)[\s(]{1,4}.{0,80}?(?:downloadstring|iwr|irm|invoke-webrequest|invoke-restmethod"
        r"|webclient)|(?:iwr|irm|invoke-webrequest|invoke-restmethod|curl|wget)\b[^\n|]{1,160}\| {0,3}(?:iex(?![a-z])"
        r"|invoke-expression)",
        "runs what it downloads",
        scope="context",
        guards=("affirmed",),
    ),
    Mark(
        "encoded_code",
        "obfuscated",
        ("base64", "-enc", "-ec ", "frombase64", "atob(", "b64decode"),
        r"(?:powershell|pwsh)(?:\.exe)?[^\n]{0,100}?\s-e(?:c|nc|ncodedcommand)?\s{1,3}[a-z0-9+/=]{16,}"
        r"|base64\s{1,3}(?:-d|--decode|-di)[^\n|]{0,60}"
        r"\| {0,3}(?:sudo )?(?:(?:ba|z|da)?sh|python3?|perl|node)(?![^\W_])"
        r"|(?:exec|eval)\s{0,3}\(.{0,60}?(?:b64decode|atob\(|fromhex|frombase64)",
        "runs code that is encoded",
        scope="context",
        guards=("affirmed",),
    ),
    Mark(
        "piped_shell",
        "c2",
        ("mkfifo", "pty.spawn", "subprocess.call"),
        r"mkfifo [^\n]{1,80}?\| {0,2}(?:nc|ncat|netcat) |socket[^\n]{1,200}?(?:pty\.spawn|subprocess\.call)",
        "opens a shell for another machine",
        scope="context",
    ),
)
