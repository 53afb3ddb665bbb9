// silcrow: `silcrow pi install` wrote this file, `silcrow pi uninstall` removes it.
//
// It only finds the extension, which comes with silcrow itself, so that an upgrade of silcrow needs nothing here.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const TOLD = Symbol.for("silcrow.loader.told");

interface Installed {
  command: string[];
  extension: string;
  mode: string;
}

export default async function (pi: any) {
  const recorded = read();
  const found = recorded && (whereRecorded(recorded) ?? ask(recorded, recorded.command) ?? ask(recorded, ["silcrow"]));
  if (found) {
    const extension = await import(found.extension);
    await extension.default(pi, found);
    return;
  }
  pi.on("session_start", (_event: unknown, ctx: any) => {
    const shared = globalThis as Record<symbol, unknown>;
    if (shared[TOLD]) return;
    shared[TOLD] = true;
    const where = recorded ? ` (it was at ${recorded.command[0]})` : "";
    const words = `silcrow is not found${where}; pi goes on without its memory. Run: silcrow pi install`;
    if (ctx.hasUI) ctx.ui.notify(words, "warning");
    else process.stderr.write(`${words}\n`);
  });
}

function read(): Installed | undefined {
  try {
    const recorded = JSON.parse(readFileSync(new URL("silcrow.json", import.meta.url), "utf8"));
    return Array.isArray(recorded.command) && recorded.command.length > 0 ? recorded : undefined;
  } catch {
    return undefined;
  }
}

function whereRecorded(recorded: Installed): Installed | undefined {
  return existsSync(recorded.extension) && existsSync(recorded.command[0]) ? recorded : undefined;
}

// A Python of another version keeps its packages elsewhere, and another silcrow may stand on the path.
function ask(recorded: Installed, command: string[]): Installed | undefined {
  try {
    const [program, ...first] = command;
    const said = execFileSync(program, [...first, "pi", "where"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 5000,
    });
    const extension = said.trim();
    return existsSync(extension) ? { ...recorded, command, extension } : undefined;
  } catch {
    return undefined;
  }
}
