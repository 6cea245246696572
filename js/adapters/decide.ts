// Common to all adapters: asks the gate about a command, sends the facts that it needs, and turns every error into a denial.
//
// Owns the options that all adapters share. Never knows a framework.

import type { Facts, Gate, Need, Request, Verdict } from "../src/index.js";

/** What an adapter needs of a gate: `new Gate(…)`, or anything that answers like it. */
export type Judge = Pick<Gate, "check">;

/** The fields of a request besides the command: `cwd`, `home`, `shell`, `facts`, `mode`, … */
export type Surroundings = Omit<Request, "command">;

/** The options of all adapters. */
export interface AdapterOptions {
  /** The names of the tools whose calls are shell commands. Calls of other tools are left alone. */
  tools?: readonly string[];
  /** The argument of these tools that has the command line, a string. Default: `"command"`. */
  argument?: string;
  /**
   * The fields of every request, or a function of the command and the arguments of the call that returns them, for a
   * tool with an argument for its directory. Pass `cwd` and `home`, because the meaning of paths depends on them.
   */
  request?: Surroundings | ((command: string, input: unknown) => Surroundings);
  /**
   * Returns the facts that the verdict `needs`. A fact that it omits stays unknown and counts as unsafe, except
   * `repositoryPrograms`. Called again while there are new needs.
   */
  facts?: (needs: readonly Need[], request: Request) => Facts | Promise<Facts>;
}

/** The answer about one call. */
export interface Decided {
  decision: "allow" | "ask" | "deny";
  /** One sentence for the person. */
  message: string;
  /** One or two sentences for the model, about this call only. */
  modelMessage: string;
  /** The whole verdict; absent when the call could not be judged, which denies it. */
  verdict?: Verdict;
}

/** Rounds of questions and answers about one command; `cd a && cd b` needs one each. */
const ROUNDS = 8;

/** Decides the command in a tool's arguments. */
export async function decide(
  gate: Judge,
  input: unknown,
  options: AdapterOptions,
  base?: Surroundings,
): Promise<Decided> {
  return decideOne(gate, argument(input, options), input, options, base);
}

/** Decides one command. Never throws: what cannot be judged is denied, with the error as the reason. */
async function decideOne(
  gate: Judge,
  command: unknown,
  input: unknown,
  options: AdapterOptions,
  base?: Surroundings,
): Promise<Decided> {
  try {
    const text = command as string; // what is no string is refused by the gate itself
    const told = typeof options.request === "function" ? options.request(text, input) : options.request;
    const request: Request = { ...base, ...told, command: text };
    let verdict = gate.check(request);
    for (let round = 0; options.facts && verdict.needs.length > 0 && round < ROUNDS; round += 1) {
      const asked = JSON.stringify(verdict.needs);
      request.facts = merged(request.facts, await options.facts(verdict.needs, request));
      verdict = gate.check(request);
      if (JSON.stringify(verdict.needs) === asked) break;
    }
    const { message, modelMessage } = verdict.reason;
    return { decision: verdict.decision, message, modelMessage, verdict };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { decision: "deny", message, modelMessage: `The command could not be judged and was not run: ${message}.` };
  }
}

/** Decides the commands of one call; the whole is as bad as its worst part, and no commands at all are denied. */
export async function decideAll(gate: Judge, input: { commands: unknown }, options: AdapterOptions): Promise<Decided> {
  const { commands } = input;
  if (!Array.isArray(commands) || commands.length === 0) return decideOne(gate, undefined, input, options);
  const all = await Promise.all(commands.map((command) => decideOne(gate, command, input, options)));
  return all.reduce((worst, one) => (RANK[one.decision] > RANK[worst.decision] ? one : worst));
}

/** Decides a tool call with arguments as an object; undefined when it is no call of a shell tool. */
export async function decideCall(
  gate: Judge,
  call: { name: string; input: unknown },
  options: AdapterOptions,
  tools: readonly string[],
  base?: Surroundings,
): Promise<Decided | undefined> {
  if (!(options.tools ?? tools).includes(call.name)) return undefined;
  return decide(gate, call.input, options, base);
}

/** The options of a framework hook that can only refuse a call, not ask a person. */
export interface RefusalOptions extends AdapterOptions {
  /** `"pass"` if something else has asked the person. Default: `"refuse"`. */
  ask?: "refuse" | "pass";
}

/** The message for the model when a call does not run; undefined when it may run. */
export function refusal(decided: Decided | undefined, options: RefusalOptions): string | undefined {
  if (decided?.decision === "deny") return decided.modelMessage;
  if (decided?.decision === "ask" && options.ask !== "pass") return `${decided.modelMessage} Nobody can be asked here.`;
  return undefined;
}

/** The command line in a tool's arguments, whatever it is. */
function argument(input: unknown, options: AdapterOptions): unknown {
  const name = options.argument ?? "command";
  return typeof input === "object" && input !== null && Object.hasOwn(input, name)
    ? (input as Record<string, unknown>)[name]
    : undefined;
}

const RANK = { allow: 0, ask: 1, deny: 2 };

/** Merges facts; facts by path add up. */
function merged(old: Facts | undefined, more: Facts): Facts {
  const facts: Record<string, unknown> = { ...old };
  for (const [key, value] of Object.entries(more)) {
    const had = facts[key];
    facts[key] = typeof value === "object" && value !== null && typeof had === "object" ? { ...had, ...value } : value;
  }
  return facts as Facts;
}
