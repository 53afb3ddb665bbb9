// Locks and writes a memory file the way pi-memory does: proper-lockfile with its options, then a plain rename.
//   node pi_memory.cjs hold FILE        take the lock, say "holding", let go when standard input ends
//   node pi_memory.cjs try FILE         take the lock without waiting; say "free" or the error's code
//   node pi_memory.cjs add FILE NAME N  add "<NAME> says <i>" N times; one JSON line for each
const fs = require("node:fs");
const path = require("node:path");
const lockfile = require("proper-lockfile");

const stale = 30_000;
const retries = { retries: 10, factor: 1.5, minTimeout: 50, maxTimeout: 500, randomize: true };
const [task, file, name, count] = process.argv.slice(2);

async function hold() {
  const release = await lockfile.lock(file, { stale, retries });
  console.log("holding");
  for await (const _ of process.stdin);
  await release();
}

async function tryOnce() {
  try {
    const release = await lockfile.lock(file, { stale, retries: 0 });
    await release();
    console.log("free");
  } catch (error) {
    console.log(error.code);
  }
}

async function add() {
  for (let number = 0; number < Number(count); number++) {
    const text = `${name} says ${number}`;
    let release;
    try {
      release = await lockfile.lock(file, { stale, retries });
    } catch (error) {
      console.log(JSON.stringify({ text, error: error.code }));
      continue;
    }
    const before = fs.readFileSync(file, "utf8").trim();
    const temp = path.join(path.dirname(file), `.mem_${process.pid}.tmp`);
    fs.writeFileSync(temp, before ? `${before}\n§\n${text}` : text);
    fs.renameSync(temp, file);
    await release();
    console.log(JSON.stringify({ text, error: null }));
  }
}

({ hold, try: tryOnce, add })[task]();
