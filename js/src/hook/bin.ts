#!/usr/bin/env node
// `npx shellgate hook`: answers an agent's question before it runs a command, where the program itself is not installed.
//
// Owns the way from standard input to an exit code. No call goes unanswered: whatever goes wrong on the way blocks it.

import { fstatSync, statSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import type { HookAnswer } from "../index.js";
import { DEADLINE, answered } from "./wait.js";

declare const __VERSION__: string;

/** The exit code with which every agent that looks at it blocks the call. */
const BLOCKED = 2;

/** Longest call that is read, in bytes. */
const INPUT_BYTES_MAX = 8 * 1024 * 1024;

const USAGE = `Usage: shellgate hook [--agent NAME] [--deadline MILLISECONDS]

Answers the hook of an agent: the call on standard input, the answer on standard output. Without --agent the form of the
call shows who calls. Settings are read where the program \`shellgate\` reads them.

Exit codes:
  0  the answer is on standard output; it is empty if there is nothing to say
  2  the call is blocked; the reason is on standard error`;

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  say(2, `shellgate: ${message(error)}, so the call is blocked`);
  process.exit(BLOCKED);
}

async function main(words: string[]): Promise<number> {
  const options = {
    agent: { type: "string" },
    deadline: { type: "string", default: String(DEADLINE) },
    help: { type: "boolean", short: "h" },
    version: { type: "boolean", short: "V" },
  } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  if (values.help || values.version) {
    say(1, values.help ? USAGE : `shellgate ${__VERSION__}`);
    return 0;
  }
  const deadline = Number(values.deadline);
  if (positionals.join(" ") !== "hook" || !Number.isInteger(deadline) || deadline <= 0) {
    say(2, `shellgate: the package has one command\n\n${USAGE}`);
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

/** Writes a line, if anybody takes it. */
function say(stream: 1 | 2, text: string): void {
  try {
    all(stream, `${text}\n`);
  } catch {
    // The exit code says it too.
  }
}

/** Writes all of `text` at once; what a pipe does not take yet is written when it does. */
function all(stream: 1 | 2, text: string): void {
  let bytes: Uint8Array = new TextEncoder().encode(text);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; bytes.length > 0; tries += 1) {
    try {
      bytes = bytes.subarray(writeSync(stream, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || tries > 200) throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
