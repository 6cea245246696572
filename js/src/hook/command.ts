// `shellgate hook`: answers an agent's question before it runs a command, where the program itself is not installed.
//
// Owns the way from standard input to an exit code. No call goes unanswered: whatever goes wrong on the way blocks it.

import { fstatSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { all, BLOCKED, message, say } from "../command/streams.js";
import type { HookAnswer } from "../index.js";
import { DEADLINE, answered } from "./wait.js";

/** Longest call that is read, in bytes. */
const INPUT_BYTES_MAX = 8 * 1024 * 1024;

const USAGE = `Usage: shellgate hook [--agent NAME] [--deadline MILLISECONDS]

Answers the hook of an agent: the call on standard input, the answer on standard output. Without --agent the form of the
call shows who calls. Settings are read where the program \`shellgate\` reads them.

Exit codes:
  0  the answer is on standard output; it is empty if there is nothing to say
  2  the call is blocked; the reason is on standard error`;

/** Answers the call on standard input; returns the exit code. */
export async function hook(words: string[]): Promise<number> {
  const options = {
    agent: { type: "string" },
    deadline: { type: "string", default: String(DEADLINE) },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  if (values.help) {
    say(1, USAGE);
    return 0;
  }
  const deadline = Number(values.deadline);
  if (positionals.length > 0 || !Number.isInteger(deadline) || deadline <= 0) {
    say(2, `shellgate: the hook takes a name and a deadline\n\n${USAGE}`);
    return BLOCKED;
  }
  return write(await answer(values.agent, deadline));
}

/** The answer to the call on standard input; a problem is answered in the agent's own way too. */
async function answer(agent: string | undefined, deadline: number): Promise<HookAnswer> {
  const start = performance.now();
  try {
    const input = await within(read(), deadline);
    return await answered(input, agent, Math.max(1, deadline - (performance.now() - start)));
  } catch (error) {
    const { hookAnswer } = await import("../index.js");
    return hookAnswer("", { ...(agent === undefined ? {} : { agent }), problem: message(error) });
  }
}

/** The call, all of it. */
async function read(): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let input = "";
  let length = 0;
  for await (const part of process.stdin as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > INPUT_BYTES_MAX) throw new Error("the call of the hook is longer than 8 MiB");
    input += decoded(part);
  }
  return input + decoded();

  function decoded(part?: Uint8Array): string {
    try {
      return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true });
    } catch {
      throw new Error("the call of the hook is not valid UTF-8");
    }
  }
}

function within<T>(promise: Promise<T>, deadline: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no decision was found within ${deadline} ms`));
    const timer = setTimeout(late, deadline);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Writes an answer; returns the exit code. */
function write({ stdout, stderr, exitCode }: HookAnswer): number {
  if (stderr !== "") say(2, stderr);
  if (stdout === "") return exitCode;
  try {
    const found = fstatSync(1);
    // A stream that was closed is this device when Node starts, and takes everything.
    const isNull = found.isCharacterDevice() && found.rdev === statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
    if (isNull) throw new Error("standard output is closed");
    all(1, `${stdout}\n`);
    return exitCode;
  } catch (error) {
    say(2, `shellgate: the answer cannot be written, so the call is blocked: ${message(error)}`);
    return BLOCKED;
  }
}
