// Memory for pi: hands the moments of a session to `silcrow rpc` and puts what comes back where pi keeps it.
//
// All that is remembered, decided and written is the business of that process; docs/rpc.md has the protocol. Whatever
// happens to it, pi goes on: a moment that is not answered in time is answered as if there were no memory.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";

import {
  type ExtensionAPI,
  type ExtensionCommandContext,
  type ExtensionContext,
  getAgentDir,
  VERSION,
} from "@earendil-works/pi-coding-agent";

/** What `silcrow pi install` recorded. */
interface Installed {
  command: string[];
  mode: string;
}

type Level = "info" | "warning" | "error";
type Fields = Record<string, any>;

interface Attached {
  append(entries: Fields[]): void;
  tell(level: Level, text: string): void;
  show(line: string): void;
}

const GRACE_MS = 1000;
const QUIT_MS = 500;
const UNADOPTED_MS = 30_000;
const SAFE_DEADLINES: Record<string, number | null> = {
  initialize: 5,
  "session/start": 5,
  "session/tree": 5,
  "session/shutdown": 3,
  "compact/before": 35,
  "tools/call": 15,
  "command/run": 60,
};
const MOMENT_SECONDS = 2;
/** What a model or a person asked for is waited for in any case. */
const ASKED_BY_NAME = new Set(["tools/call", "command/run"]);
const COMMANDS: Record<string, string> = {
  memory: "Memory of the agent: status, read, add, replace, remove, reload",
  om: "Observational memory of this session: status, on, off, compact, consolidate, …",
};
const SHORT_COMMANDS = ["status", "compact", "consolidate"];
const SHARED = Symbol.for("silcrow.server");
const PRESENT = "silcrow:present";

// Where a terminal could act on a character, or hide it.
const UNSAFE = new RegExp(
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e" +
    "\\u2060-\\u206f\\ufeff\\u{e0000}-\\u{e0fff}]",
  "gu",
);

/** The process that pi's sessions share, for as long as pi runs. */
class Server {
  readonly deadlines = { ...SAFE_DEADLINES };
  place = "";
  greeting: Promise<Fields | undefined> = Promise.resolve(undefined);
  attached: Attached | undefined;
  alive = true;
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, (answer: Fields | undefined) => void>();
  private readonly overdue = new Set<number>();
  private lastId = 0;
  private complained = false;
  private lastWords = "";
  private trouble = "";
  private unadopted: NodeJS.Timeout | undefined;

  constructor(command: string[]) {
    // A group of its own: Ctrl+C is for pi, and the process ends by itself once pi has gone.
    this.child = spawn(command[0], [...command.slice(1), "rpc"], { stdio: ["pipe", "pipe", "pipe"], detached: true });
    this.child.on("error", (error: NodeJS.ErrnoException) => {
      const missing = error.code === "ENOENT" ? `${command[0]} is not there. Run: silcrow pi install` : error.message;
      this.lost(`silcrow does not start (${missing}); pi goes on without its memory.`);
    });
    this.child.on("exit", (code, signal) => {
      const words = this.lastWords.trim().split("\n").pop();
      const how = `${signal ?? `code ${code}`}${words ? `: ${words}` : ""}`;
      this.lost(`silcrow ended (${how}); pi goes on without its memory until its next session.`);
    });
    this.child.stdin?.on("error", () => undefined);
    this.child.stderr?.on("data", (data: Buffer) => {
      this.lastWords = (this.lastWords + data.toString()).slice(-2000);
    });
    createInterface({ input: this.child.stdout! }).on("line", (line) => this.receive(line));
    for (const each of [this.child, this.child.stdin, this.child.stdout, this.child.stderr]) (each as any).unref?.();
  }

  attach(attached: Attached) {
    clearTimeout(this.unadopted);
    this.attached = attached;
    if (this.trouble) this.complain(this.trouble);
  }

  /** The session has ended; the next one may take the process over. */
  detach() {
    this.attached = undefined;
    this.unadopted = setTimeout(() => this.end(), UNADOPTED_MS);
    this.unadopted.unref();
  }

  /** The answer, or nothing where there is none in time. */
  ask(method: string, params: Fields, signal?: AbortSignal): Promise<Fields | undefined> {
    if (!this.alive) return Promise.resolve(undefined);
    const id = ++this.lastId;
    if (this.overdue.size > 0 && !ASKED_BY_NAME.has(method)) {
      // Nobody waits twice for a process that hangs; what it says later counts all the same.
      this.write({ id, method, params });
      return Promise.resolve(undefined);
    }
    const seconds = method in this.deadlines ? this.deadlines[method] : MOMENT_SECONDS;
    return new Promise((resolve) => {
      const cancel = () => this.write({ method: "cancel", params: { id } });
      const done = (answer: Fields | undefined) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
        this.waiting.delete(id);
        resolve(answer);
      };
      const late = () => {
        this.overdue.add(id);
        this.complain(`silcrow did not answer ${method} in time; pi goes on without it.`);
        done(undefined);
      };
      const timer = seconds === null ? undefined : setTimeout(late, seconds * 1000 + GRACE_MS);
      signal?.addEventListener("abort", cancel);
      this.waiting.set(id, done);
      this.write({ id, method, params });
    });
  }

  end() {
    this.alive = false;
    for (const done of [...this.waiting.values()]) done(undefined);
    this.child.stdin?.end();
  }

  private write(message: Fields) {
    if (this.alive) this.child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  private receive(line: string) {
    let message: Fields;
    try {
      message = JSON.parse(line);
    } catch {
      return;
    }
    try {
      this.take(message);
    } catch (error) {
      // Nothing that comes from there may end pi.
      this.complain(`silcrow: ${error}`);
    }
  }

  private take(message: Fields) {
    const params = message.params ?? {};
    if (message.method === "entries/append") this.attached?.append(params.entries ?? []);
    else if (message.method === "notice") this.attached?.tell(params.level, params.text);
    else if (message.method === "status/changed") this.attached?.show(params.line);
    else if (message.error) this.failed(message);
    else if (message.result) this.answered(message.id, message.result);
  }

  private answered(id: number, result: Fields) {
    this.overdue.delete(id);
    if (result.deadlines) Object.assign(this.deadlines, result.deadlines);
    try {
      this.attached?.append(result.entries ?? []);
      for (const notice of result.notices ?? []) this.attached?.tell(notice.level, notice.text);
    } finally {
      this.waiting.get(id)?.(result);
    }
  }

  private failed(message: Fields) {
    this.complain(`silcrow: ${message.error.message}`);
    this.overdue.delete(message.id);
    this.waiting.get(message.id)?.(undefined);
  }

  private lost(words: string) {
    const expected = !this.alive;
    this.alive = false;
    for (const done of [...this.waiting.values()]) done(undefined);
    if (!expected) this.complain(words);
  }

  private complain(words: string) {
    if (this.complained) return;
    this.trouble = words;
    if (!this.attached) return;
    this.complained = true;
    try {
      this.attached.show("");
      this.attached.tell("warning", words);
    } catch {
      // The session is being replaced; nobody is there to be told.
    }
  }
}

export default function silcrow(pi: ExtensionAPI, installed: Installed) {
  const asked = { present: false };
  pi.events.emit(PRESENT, asked);
  // Installed for the agent and for the project: the one that was loaded first serves.
  if (asked.present) return;
  const leave = pi.events.on(PRESENT, (question) => {
    (question as typeof asked).present = true;
  });
  const shared = globalThis as unknown as Record<symbol, Server | undefined>;
  const beside = installed.mode === "beside";
  let ready: Promise<void> = Promise.resolve();
  let server: Server | undefined;
  let isOpen = false;
  let block: string | undefined;
  let saidNotCompacted = false;

  if (beside) {
    register("silcrow-memory", COMMANDS.memory, (args, ctx) => runCommand("memory", args, ctx));
  } else {
    // Python starts while pi does.
    if (!shared[SHARED]?.alive) shared[SHARED] = new Server(installed.command);
    for (const [name, description] of Object.entries(COMMANDS)) {
      register(name, description, (args, ctx) => runCommand(name, args, ctx));
    }
    for (const verb of SHORT_COMMANDS) {
      register(`om:${verb}`, `The same as /om ${verb}`, (args, ctx) => runCommand("om", `${verb} ${args}`, ctx));
    }
  }

  pi.on("session_start", (event: Fields, ctx) => {
    if (beside) return;
    const others = loadedBeside();
    connect(ctx, others.length === 0);
    if (others.length > 0) {
      const decide = "Decide once: silcrow pi install --replace, or --beside";
      tell(ctx, "warning", `${others.join(" and ")} keeps memory in pi already, so silcrow takes no part. ${decide}`);
    }
    const opened = openSession(event, ctx);
    ready = server!.greeting
      .then((greeting) => {
        if (greeting) registerTools(greeting);
        return opened;
      })
      .catch((error) => tell(ctx, "warning", `silcrow has no part in this session: ${error}`));
  });

  pi.on("input", async () => {
    await ready;
  });

  pi.on("before_agent_start", async (event, ctx) => {
    await ready;
    const answer = await ask("agent/before_start", here(ctx));
    // A process that is gone or late changes no prompt: what was frozen stays.
    if (answer) block = answer.systemPromptAppend ?? undefined;
    return block ? { systemPrompt: `${event.systemPrompt}\n\n${block}` } : undefined;
  });

  pi.on("turn_end", (_event, ctx) => {
    void ask("agent/turn_end", here(ctx));
  });

  // Older versions know no moment behind the end of a run.
  const settles = isAtLeast(VERSION, [0, 80, 4]);
  (pi.on as (event: string, handler: (event: Fields, ctx: ExtensionContext) => unknown) => void)(
    settles ? "agent_settled" : "agent_end",
    async (event, ctx) => {
      const [method, more] = settles ? ["agent/settled", {}] : ["agent/turn_end", { idle: true }];
      const answer = await ask(method, { ...here(ctx), ...more });
      if (answer?.compact && isDone(event, ctx)) compact(ctx, false);
    },
  );

  pi.on("session_before_compact", async (event: Fields, ctx) => {
    const params = { ...here(ctx), reason: event.reason, tokensBefore: event.preparation?.tokensBefore };
    const answer = await ask("compact/before", params, event.signal);
    return answer?.compaction ? { compaction: answer.compaction } : undefined;
  });

  pi.on("session_compact", async (event) => {
    await ask("session/compacted", { entryId: event.compactionEntry?.id, fromSilcrow: event.fromExtension });
  });

  (pi.on as (event: string, handler: (event: Fields) => unknown) => void)("session_compact_failed", async (event) => {
    await ask("session/compact_failed", { words: event.errorMessage });
  });

  pi.on("session_tree", async (event) => {
    await ask("session/tree", { newLeafId: event.newLeafId });
  });

  pi.on("session_shutdown", async (event: Fields, ctx) => {
    leave();
    if (!server) return;
    const reason = event.reason ?? "quit";
    const ended = isOpen ? server.ask("session/shutdown", { reason }) : Promise.resolve(undefined);
    isOpen = false;
    // Workers are ended meanwhile; what pi does not wait for is kept beside the session.
    await (reason === "quit" ? within(QUIT_MS, ended) : ended);
    if (ctx.hasUI) ctx.ui.setStatus("silcrow", undefined);
    server.detach();
    if (reason === "quit") server.end();
  });

  function ask(method: string, params: Fields, signal?: AbortSignal): Promise<Fields | undefined> {
    return isOpen && server ? server.ask(method, params, signal) : Promise.resolve(undefined);
  }

  function connect(ctx: ExtensionContext, takesPart: boolean) {
    const features = { tools: takesPart, block: takesPart, clocks: takesPart };
    const trusted = "isProjectTrusted" in ctx ? (ctx as Fields).isProjectTrusted() : undefined;
    const place = JSON.stringify([ctx.cwd, trusted, features]);
    let known = shared[SHARED];
    if (!known?.alive || (known.place && known.place !== place)) {
      known?.end();
      known = new Server(installed.command);
      shared[SHARED] = known;
    }
    server = known;
    let shown = "";
    server.attach({
      append: (entries) => {
        for (const entry of entries) pi.appendEntry(entry.customType, entry.data);
      },
      tell: (level, text) => tell(ctx, level, text),
      show: (line) => {
        if (ctx.hasUI && line !== shown) ctx.ui.setStatus("silcrow", line ? `§ ${safe(line)}` : undefined);
        shown = line;
      },
    });
    if (server.place) return;
    server.place = place;
    const host = { name: "pi", version: VERSION };
    const params = { protocolVersion: 1, host, cwd: ctx.cwd, agentDir: getAgentDir(), trusted, features };
    server.greeting = server.ask("initialize", params);
  }

  async function openSession(event: Fields, ctx: ExtensionContext) {
    const sessions = ctx.sessionManager;
    const sessionFile = sessions.getSessionFile();
    const forkedFrom = event.reason === "fork" ? event.previousSessionFile : undefined;
    // pi writes the file with the first message, and holds what was appended before.
    const unwritten = sessionFile && existsSync(sessionFile) ? [] : sessions.getBranch().filter(isOurs);
    isOpen = true;
    const answer = await server!.ask("session/start", {
      ...here(ctx),
      reason: event.reason ?? "startup",
      sessionId: sessions.getSessionId(),
      sessionFile: sessionFile ?? null,
      cwd: ctx.cwd,
      parentSession: sessions.getHeader()?.parentSession ?? forkedFrom,
      entries: unwritten,
    });
    if (answer?.status) server!.attached?.show(answer.status.line);
  }

  function registerTools(greeting: Fields) {
    const rule = greeting.instructions && `The memory tools: ${greeting.instructions}`;
    (greeting.tools as Fields[]).forEach((tool, index) => {
      const definition = {
        name: tool.name,
        label: tool.title,
        description: tool.description,
        promptSnippet: tool.title,
        promptGuidelines: index === 0 && rule ? [rule] : undefined,
        parameters: tool.inputSchema,
        outputSchema: tool.outputSchema,
        annotations: tool.annotations,
        execute: async (toolCallId: string, args: Fields, signal?: AbortSignal, _update?: unknown, ctx?: object) => {
          const answer = await ask("tools/call", { name: tool.name, arguments: args, toolCallId }, signal);
          return resultOf(answer, ctx !== undefined && "executeTool" in ctx);
        },
      };
      pi.registerTool(definition as any);
    });
  }

  function register(
    name: string,
    description: string,
    handler: (args: string, ctx: ExtensionCommandContext) => Promise<void>,
  ) {
    const getArgumentCompletions = async (prefix: string) => {
      const commands: Fields[] = (await server?.greeting)?.commands ?? [];
      const command = commands.find((each) => each.name === name.replace(/^silcrow-/, ""));
      const fitting = (command?.subcommands ?? []).filter((each: Fields) => each.name.startsWith(prefix));
      // Where nothing is left to choose, enter sends the command instead of taking the choice.
      if (fitting.length === 0 || (fitting.length === 1 && fitting[0].name === prefix)) return null;
      return fitting.map(({ name, description }: Fields) => ({ value: name, label: name, description }));
    };
    pi.registerCommand(name, { description, getArgumentCompletions, handler });
  }

  async function runCommand(name: string, args: string, ctx: ExtensionCommandContext) {
    if (!server) {
      connect(ctx, !beside);
      await openSession({ reason: "startup" }, ctx);
    }
    await ready;
    const answer = await ask("command/run", { name, arguments: args });
    if (!answer) {
      tell(ctx, "error", `silcrow is not there to answer /${name}.`);
      return;
    }
    tell(ctx, answer.isError ? "error" : "info", answer.text);
    if (!answer.compact) return;
    // A compaction would end the run that is going on.
    await ctx.waitForIdle();
    compact(ctx, true);
  }

  function compact(ctx: ExtensionContext, asked: boolean) {
    const onError = (error: Error) => {
      void ask("session/compact_failed", { words: error.message });
      if (asked || !saidNotCompacted) tell(ctx, "warning", `Not compacted: ${error.message}`);
      saidNotCompacted = true;
    };
    ctx.compact({ onError });
  }

  /** Names of what other extensions bring that keep memory. */
  function loadedBeside(): string[] {
    // A prompt template may be called memory as well.
    const commands = (pi.getCommands() as Fields[]).filter((command) => command.source === "extension");
    const own = commands.find((command) => command.description === COMMANDS.om)?.sourceInfo?.path;
    const foreign = (each: Fields) => each.sourceInfo?.path !== own;
    const tools: Fields[] = pi.getAllTools();
    const keeping = [
      ...tools.filter((tool) => /^memory_(add|replace|remove|read)$/.test(tool.name)),
      ...commands.filter((command) => /^(memory|om)(:|$)/.test(command.name)),
    ];
    const paths = keeping.filter(foreign).map((each) => each.sourceInfo?.path ?? "another extension");
    return [...new Set(paths)].map(nameOf);
  }
}

function resultOf(answer: Fields | undefined, takesErrors: boolean) {
  if (!answer) throw new Error("Memory did not answer, so it is not known whether this was done. Read it first.");
  const { content, structuredContent, isError } = answer;
  // Versions without structured results know a failure by its exception only.
  if (isError && !takesErrors) throw new Error(content.map((part: Fields) => part.text).join("\n"));
  return { content, structuredContent, details: structuredContent, isError };
}

function tell(ctx: ExtensionContext, level: Level, text: string) {
  if (ctx.hasUI) ctx.ui.notify(safe(text), level);
  else process.stderr.write(`${safe(text)}\n`);
}

/** Whether pi has nothing more to do by itself: it would be interrupted by a compaction, or end in the middle of it. */
function isDone(event: Fields, ctx: ExtensionContext): boolean {
  const stopped = event.messages?.at(-1)?.stopReason;
  return ctx.hasUI && !ctx.hasPendingMessages() && stopped !== "error" && stopped !== "aborted";
}

function within(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function here(ctx: ExtensionContext): Fields {
  return { leafId: ctx.sessionManager.getLeafId() };
}

function isOurs(entry: Fields): boolean {
  return entry.type === "custom" && /^(memory|om|silcrow)\./.test(entry.customType);
}

function nameOf(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => !/^(index\.[jt]s|src|dist|extensions?)$/.test(part));
  return parts.pop() ?? path;
}

function isAtLeast(version: string, wanted: number[]): boolean {
  const parts = version.split(/[.-]/).map(Number);
  const at = wanted.findIndex((part, index) => parts[index] !== part);
  return at < 0 || parts[at] > wanted[at];
}

function safe(text: string): string {
  return text.replace(UNSAFE, "\ufffd");
}
