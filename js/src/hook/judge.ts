// Judges the call of an agent's hook with the settings of its directory.
//
// Owns what the surroundings of a call change: what is wrong with them blocks it, but for a denial, which stays one. What an
// agent sends and understands is the core's.

import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { Gate, hookAnswer, hookCall, PolicyError } from "../index.js";
import type { GateOptions, HookAnswer, HookCall, HookRuling, Mode, Shell, Source, Verdict } from "../index.js";
import { onDisk } from "../node.js";
import { gateFor } from "./gate.js";
import { find } from "./settings.js";
import { home, ownShell, shims } from "./surroundings.js";

/** The tool of rules about the commands of a shell. */
const BASH = "Bash";

/** How much of the end of a session's record is read, in bytes. */
const RECORD_BYTES = [256 * 1024, 16 * 1024 * 1024];

/** Why a shell without a command is denied where an agent can type into it. */
const INTERACTIVE =
  "it runs what is typed into it, and no hook is shown what is typed; pass the commands to it in the command line, in a file or in a here-document";

/** The answer to a call, as the agent that is named, or that its form shows, wrote it. */
export function answer(input: string, agent?: string): HookAnswer {
  const named = agent === undefined ? {} : { agent };
  try {
    const { problem, rulings, transcript } = judged((shell) =>
      hookCall(input, { ...named, ...(shell ? { shell } : {}) }),
    );
    if (problem !== undefined) return hookAnswer(input, { ...named, problem });
    let said = hookAnswer(input, { ...named, rulings });
    // Whether Codex asks a person is in no call; where the record of the session does not show it, nobody is asked.
    for (const bytes of RECORD_BYTES) {
      const record = rulings.some(({ decision }) => decision === "ask") ? tail(transcript, bytes) : undefined;
      if (record !== undefined) said = hookAnswer(input, { ...named, rulings, record });
      if (record === undefined || record.length < bytes) break;
    }
    return said;
  } catch (error) {
    return hookAnswer(input, { ...named, problem: sentence(error) });
  }
}

/** The answer to a call that cannot be judged. */
export function failure(problem: string, agent?: string): HookAnswer {
  return hookAnswer("", { ...(agent === undefined ? {} : { agent }), problem });
}

interface Judged {
  rulings: HookRuling[];
  problem?: string;
  transcript?: string | null | undefined;
}

/** What is decided about the call, which `read` reads as one for a shell. */
function judged(read: (shell?: Shell) => HookCall): Judged {
  let call = read();
  if (call.problem) return { rulings: [], problem: call.problem };
  if (call.commands.length === 0) return { rulings: [] };
  const doubts: string[] = [];
  if (call.commands.some(({ command }) => command.includes("\0"))) doubts.push("the command holds a NUL character");
  const cwd = tried(() => place(call), "/", doubts);
  const tool = call.toolInRules;
  const own = tool === BASH || call.web ? tried<Shell>(() => ownShell(cwd), "bash", doubts) : undefined;
  if (own !== undefined && own !== "bash" && !call.web) call = read(own);
  const shell: Shell = own ?? "powershell";
  const user = home();
  const found = find(cwd, user);
  if (found.problem !== undefined) doubts.push(found.problem);
  const isAuto = call.mode === "auto" && call.agent === "claude";
  const mode = call.mode === "auto" ? "default" : (call.mode as Mode | undefined);
  const open = (sources: Source[], mode?: Mode) =>
    gateFor(shell, { sources, ...(mode ? { mode } : {}) } as GateOptions);
  // Less is denied without the settings that cannot be used, so the others only serve to find out what is denied all the same.
  const usable = () => found.sources.filter((source) => isUsable(source));
  const sources = tried(() => (new Gate({ sources: found.sources }), found.sources), usable, doubts);
  const request = { cwd, shell, ...(user === undefined ? {} : { home: user }) };
  const checkAs = (tool: string, gate: Gate, command: string) => {
    if (tool === "WebFetch") return onDisk(gate).check({ ...request, tool, url: command });
    if (tool === "WebSearch") return onDisk(gate).check({ ...request, tool, query: command });
    return onDisk(gate).check({ ...request, tool, command, facts: { shims: shims(command) } });
  };
  const check = (gate: Gate, command: string) => {
    const verdict = checkAs(tool, gate, command);
    if (tool === BASH || call.web || verdict.decision === "deny") return verdict;
    const asBash = checkAs(BASH, gate, command);
    return asBash.decision === "deny" ? asBash : verdict;
  };
  const gate = open(sources, mode);
  const rulings = call.commands.map(({ command, interactive }): HookRuling => {
    const verdict = check(gate, command);
    if (verdict.decision === "deny") return { decision: "deny", reason: verdict.reason.modelMessage };
    if (interactive) return { decision: "deny", reason: INTERACTIVE };
    // What a person's rules ask about, and what would lose everything, is not left to the model that decides in this mode.
    const isLeft = isAuto && verdict.decision === "ask" && doubts.length === 0;
    if (isLeft && check(open(sources, "bypassPermissions"), command).decision === "allow") return { reason: "" };
    return { decision: verdict.decision, reason: [verdict.reason.message, ...warnings(verdict)].join("; ") };
  });
  const [problem] = doubts;
  const isDenied = rulings.some(({ decision }) => decision === "deny");
  const { transcript } = call;
  return problem !== undefined && !isDenied ? { rulings, problem, transcript } : { rulings, transcript };
}

/** What `look` returns, or `otherwise` with one more doubt. */
function tried<T>(look: () => T, otherwise: T | (() => T), doubts: string[]): T {
  try {
    return look();
  } catch (error) {
    doubts.push(sentence(error));
    return typeof otherwise === "function" ? (otherwise as () => T)() : otherwise;
  }
}

/** The directory in which the agent works, links followed. */
function place(call: HookCall): string {
  const { cwd } = call;
  // Some agents leave it out for tools that are no shell.
  if (!cwd && !call.shell) return realpathSync(process.cwd());
  if (!cwd || !isAbsolute(cwd)) throw new Error("the call does not name its working directory");
  try {
    const real = realpathSync(cwd);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw new Error(`the directory \`${cwd}\` cannot be used: ${sentence(error)}`);
  }
  throw new Error(`the directory \`${cwd}\` cannot be used: it is none`);
}

function isUsable(source: Source): boolean {
  try {
    new Gate({ sources: [source] });
    return true;
  } catch {
    return false;
  }
}

/** The warnings to the person who approves the command, each with what to do instead. */
function warnings({ advice, reason }: Verdict): string[] {
  const isSaid = (code: string) => code === "REMOVE_PLACE" && reason.code === "CRITICAL_REMOVAL";
  return advice
    .filter(({ audience, code }) => audience === "person" && !isSaid(code))
    .map(({ message, help }) => `warning: it ${message} (${help})`);
}

/** The last `length` bytes of a regular file. */
function tail(file: string | null | undefined, length: number): string | undefined {
  if (!file || !isAbsolute(file) || !statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  const opened = openSync(file, "r");
  try {
    const { size } = fstatSync(opened);
    const bytes = new Uint8Array(Math.min(size, length));
    const read = readSync(opened, bytes, 0, bytes.length, Math.max(0, size - length));
    return new TextDecoder().decode(bytes.subarray(0, read));
  } finally {
    closeSync(opened);
  }
}

function sentence(error: unknown): string {
  if (!(error instanceof PolicyError)) return error instanceof Error ? error.message : String(error);
  const more = error.errors.length > 1 ? "; `shellgate check ls` shows the other errors" : "";
  return `${error.message}; ${error.help}${more}`;
}
