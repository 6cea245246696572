#!/usr/bin/env node
// `npx shellgate`: the program `shellgate` where its package is installed, else its `hook` and `check` in WebAssembly.
//
// Owns who answers which command, and the sentence for a command that only the program has. No call of a hook goes
// unanswered: whatever goes wrong on the way blocks it.

import { fileURLToPath } from "node:url";
import { find, run } from "../../command/program.js";
import { check } from "./check.js";
import { hook } from "../hook/command.js";
import { BLOCKED, message, say } from "./streams.js";

declare const __VERSION__: string;

const USAGE = `Usage: shellgate COMMAND

  check  Show whether a command may run, and why
  hook   Answer the hook of an agent, such as Claude Code, Codex or Gemini CLI

The program \`shellgate\` has more commands, such as \`run\`, \`install\` and \`doctor\`. This package runs it where it is
installed: npm install shellgate-cli`;

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  say(2, `shellgate: ${message(error)}${process.argv[2] === "hook" ? ", so the call is blocked" : ""}`);
  process.exit(BLOCKED);
}

async function main(words: string[]): Promise<number> {
  const [command = "", ...rest] = words;
  const { path, problem } = find(fileURLToPath(import.meta.url), __VERSION__);
  if (path !== undefined) {
    try {
      return run(path, words);
    } catch (error) {
      // It has not started, so nothing has been read or written.
      if (command !== "hook" && command !== "check")
        throw new Error(`${path} cannot be started: ${message(error)}; install the package again`);
    }
  }
  if (command === "hook") return hook(rest);
  if (command === "check") return check(rest);
  if (["--version", "-V"].includes(command)) {
    const json = { name: "shellgate", version: __VERSION__, target: "wasm32", features: [], engines: ["wasm"] };
    say(1, rest.includes("--json") ? JSON.stringify(json) : `shellgate ${__VERSION__}`);
    return 0;
  }
  const isHelp = ["--help", "-h", "help"].includes(command);
  const reason = `\`${command}\` is a command of the program alone: ${problem ?? "it is not installed"}\n\n`;
  say(isHelp ? 1 : 2, isHelp || command === "" ? USAGE : `shellgate: ${reason}${USAGE}`);
  return isHelp ? 0 : BLOCKED;
}
