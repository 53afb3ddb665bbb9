// An extension of pi for silcrow's workers: the tools that its model may call live in the process that started pi.
//
// SILCROW_TOOLS names a file that describes them, SILCROW_TOOLS_SOCKET the socket on which that process answers, one
// JSON object a line: {hello}, then {id, tool, arguments} there, {id, text, isError, last} back; {id, ended} when the
// model stops, and the text back is what it is reminded of. Without these variables the extension does nothing.

import { readFileSync } from "node:fs";
import { connect } from "node:net";

const REPLY_LIMIT = 8 << 20;

export default function silcrowTools(pi) {
  const { SILCROW_TOOLS: description, SILCROW_TOOLS_SOCKET: socket } = process.env;
  if (!description || !socket) return;
  const tools = JSON.parse(readFileSync(description, "utf8"));
  const channel = new Channel(socket);
  for (const tool of tools) {
    pi.registerTool({
      name: tool.name,
      label: tool.name,
      description: tool.description,
      parameters: tool.inputSchema,
      async execute(_callId, given) {
        const reply = await channel.ask({ tool: tool.name, arguments: given });
        // Thrown is what every version of pi takes for a tool that failed; but only what is returned can end the talk.
        if (reply.isError && !reply.last) throw new Error(reply.text);
        return { content: [{ type: "text", text: reply.text }], details: {}, terminate: reply.last };
      },
    });
  }
  // The model reads text that nobody vouches for: whatever a version of pi leaves switched on, it calls only ours.
  const ours = new Set(tools.map((tool) => tool.name));
  pi.on("tool_call", (event) =>
    ours.has(event.toolName) ? undefined : { block: true, reason: `There is no tool ${event.toolName} here.` },
  );
  // A summary of half the work would be work on something else: text that is too long is a failure with a name.
  pi.on("session_before_compact", () => ({ cancel: true }));
  pi.on("turn_end", async (event, context) => {
    if (event.message.stopReason !== "stop") return;
    const reminder = await channel.ask({ ended: true });
    // Versions that do not wait for this have ended the talk by now, and nobody would hear what the model still says.
    if (reminder.text && !context.isIdle()) pi.sendUserMessage(reminder.text, { deliverAs: "followUp" });
  });
  channel.greet(tools.length);
}

class Channel {
  #path;
  #socket;
  #waiting = new Map();
  #count = 0;
  #received = "";

  constructor(path) {
    this.#path = path;
  }

  greet(count) {
    this.#open().write(`${JSON.stringify({ hello: count })}\n`);
    this.#socket.unref();
  }

  ask(message) {
    return new Promise((resolve, reject) => {
      const id = ++this.#count;
      this.#waiting.set(id, { resolve, reject });
      this.#open().ref().write(`${JSON.stringify({ id, ...message })}\n`);
    });
  }

  #open() {
    if (this.#socket) return this.#socket;
    const socket = connect(this.#path).setEncoding("utf8");
    socket.on("data", (part) => this.#take(part));
    socket.on("error", (error) => this.#end(error));
    socket.on("close", () => this.#end(new Error("the process that answers for this tool is gone")));
    this.#socket = socket;
    return socket;
  }

  #take(part) {
    const lines = (this.#received + part).split("\n");
    this.#received = lines.pop();
    if (this.#received.length > REPLY_LIMIT) this.#socket.destroy(new Error("a reply is too long"));
    for (const line of lines) {
      const reply = JSON.parse(line);
      this.#waiting.get(reply.id)?.resolve(reply);
      this.#waiting.delete(reply.id);
    }
    // Pi may leave while nobody waits.
    if (this.#waiting.size === 0) this.#socket.unref();
  }

  #end(error) {
    this.#socket = undefined;
    this.#received = "";
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
