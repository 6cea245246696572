// `shellgate check` in WebAssembly: the verdict, drawn or as JSON.
//
// Owns the options and the exit codes, which are the program's, and the drawing, which is plainer. Runs nothing.

import { readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gateFor } from "../hook/gate.js";
import { find } from "../hook/settings.js";
import { home, ownShell, shims } from "../hook/surroundings.js";
import type { Gate, GateOptions, Request, Shell, Source, Verdict } from "../index.js";
import { PolicyError, RequestError } from "../index.js";
import { onDisk } from "../node.js";
import { draw } from "./draw.js";
import { all, message, say } from "./streams.js";

/** The exit codes of `check`. */
const EXIT = { allow: 0, internal: 1, usage: 2, ask: 3, deny: 4, policy: 5 } as const;

const USAGE = `Usage: shellgate check [OPTIONS] COMMAND
       shellgate check --jsonl [OPTIONS]

Shows whether a command may run, and why. COMMAND is one quoted argument; \`-\` reads standard input.

  --policy FILE   use this settings file instead of the default files; may be repeated, a later file wins
  --no-policy     use no settings file
  --mode MODE     use this mode instead of the mode in the settings
  --profile NAME  use this profile instead of the profile in the settings
  --cwd DIR       the directory in which the command would run
  --shell SHELL   the shell that would read the command: bash, zsh or powershell
  --tool TOOL     the name of the tool, which rules name too
  --json          print the verdict as JSON
  --jsonl         read one JSON request per line from standard input, and print one verdict per line

Exit codes: 0 allow, 3 ask, 4 deny, 1 internal error, 2 wrong usage, 5 the settings cannot be used`;

const OPTIONS = {
  policy: { type: "string", multiple: true },
  "no-policy": { type: "boolean" },
  mode: { type: "string" },
  profile: { type: "string" },
  cwd: { type: "string" },
  shell: { type: "string" },
  tool: { type: "string" },
  json: { type: "boolean" },
  jsonl: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** What was asked for cannot be understood. */
class UsageError extends Error {}

/** Judges what `words` ask about; returns the exit code. */
export function check(words: string[]): number {
  try {
    return judged(words);
  } catch (error) {
    const { help } = error as { help?: unknown };
    const problem = { message: message(error), ...(typeof help === "string" ? { help } : {}) };
    // Who asked for JSON gets it; a person gets the sentence as well.
    if (words.includes("--json")) say(1, JSON.stringify({ error: problem }));
    say(2, `error: ${problem.message}${problem.help ? `\n  = help: ${problem.help}` : ""}`);
    if (error instanceof PolicyError && error.file !== "options") return EXIT.policy;
    return isUsage(error) ? EXIT.usage : EXIT.internal;
  }
}

/** Whether the one who called can mend it. */
function isUsage(error: unknown): boolean {
  if (error instanceof UsageError || error instanceof RequestError || error instanceof PolicyError) return true;
  return String((error as NodeJS.ErrnoException | null)?.code).startsWith("ERR_PARSE_ARGS");
}

function judged(words: string[]): number {
  const { values, positionals } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  if (values.help) {
    say(1, USAGE);
    return EXIT.allow;
  }
  const isOne = positionals.length > 0;
  if (isOne === Boolean(values.jsonl) || (values.json && values.jsonl))
    throw new UsageError("give one command, or `--jsonl` and requests on standard input; `--help` shows the options");
  if (values.policy && values["no-policy"]) throw new UsageError("`--policy` and `--no-policy` exclude each other");
  const cwd = directory(values.cwd ?? ".");
  const user = home();
  const shell = shellNamed(values.shell) ?? ownShell(cwd);
  const sources = settings(values.policy, Boolean(values["no-policy"]), cwd, user);
  const { mode, profile } = values;
  const open = (shell: Shell) =>
    gateFor(shell, { sources, ...(mode ? { mode } : {}), ...(profile ? { profile } : {}) } as GateOptions);
  const place: Partial<Request> = { cwd, shell, ...(user === undefined ? {} : { home: user }) };
  if (values.tool !== undefined) place.tool = values.tool;
  if (values.jsonl) {
    lines(open, place);
    return EXIT.allow;
  }
  const text = positionals.length === 1 && positionals[0] === "-" ? input().replace(/\n$/, "") : positionals.join(" ");
  const gate = open(shell);
  for (const { message, help, file, line } of gate.warnings)
    say(2, `warning: ${file ?? "settings"}:${line}: ${message}\n  = help: ${help}`);
  const { verdict, request } = look(gate, { ...place, command: text });
  say(1, values.json ? gate.checkJson(JSON.stringify(request)) : draw(verdict, text));
  return EXIT[verdict.decision];
}

/** The verdict with the facts of this machine, and the request with which it was found. */
function look(gate: Gate, request: Request): { verdict: Verdict; request: Request } {
  const facts = { shims: shims(request.command ?? ""), ...request.facts };
  let last: Request = { ...request, facts };
  const seen = {
    check(given: Request | string): Verdict {
      if (typeof given !== "string") last = { ...given };
      return gate.check(given);
    },
  };
  return { verdict: onDisk(seen).check(last), request: last };
}

/** Answers each line of standard input with one line. */
function lines(open: (shell: Shell) => Gate, place: Partial<Request>): void {
  const gates = new Map<Shell, Gate>();
  for (const line of input().split("\n")) {
    if (line.trim() === "") continue;
    all(1, `${answer(line, place, (shell) => gates.get(shell) ?? set(gates, shell, open(shell)))}\n`);
  }
}

function answer(line: string, place: Partial<Request>, gate: (shell: Shell) => Gate): string {
  const own = place.shell ?? "bash";
  try {
    const given: unknown = JSON.parse(line);
    const request = { ...place, ...(given as Request) };
    if (typeof given !== "object" || given === null || Array.isArray(given) || typeof request.command !== "string")
      return gate(own).checkJson(line);
    const judge = gate(request.shell ?? own);
    return judge.checkJson(JSON.stringify(look(judge, request).request));
  } catch {
    // The core says what is wrong with the line.
    return gate(own).checkJson(line);
  }
}

function set<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.set(key, value);
  return value;
}

/** The settings that count. */
function settings(files: string[] | undefined, isNone: boolean, cwd: string, user: string | undefined): Source[] {
  if (isNone) return [];
  if (files === undefined) {
    const found = find(cwd, user);
    if (found.problem !== undefined) throw policyError(found.problem);
    return found.sources;
  }
  return files.map((file): Source => {
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
      return { name: file, text, root: resolve(join(file, "..")), authority: "user" };
    } catch (error) {
      throw policyError(`the settings file \`${file}\` cannot be read: ${message(error)}`);
    }
  });
}

function policyError(message: string): PolicyError {
  return new PolicyError([{ message, file: "settings", help: "see that the file can be read", line: 1, column: 1 }]);
}

function directory(name: string): string {
  try {
    return realpathSync(resolve(name));
  } catch (error) {
    throw new UsageError(`the directory \`${name}\` cannot be used: ${message(error)}`);
  }
}

function shellNamed(name: string | undefined): Shell | undefined {
  if (name === undefined || name === "bash" || name === "zsh" || name === "powershell") return name;
  if (name === "pwsh") return "powershell";
  throw new UsageError(`\`${name}\` is no shell that is read; name bash, zsh or powershell`);
}

function input(): string {
  return readFileSync(0, "utf8");
}
