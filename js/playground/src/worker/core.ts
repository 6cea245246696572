// The only file that knows how the core is loaded and what it is called there: one function, text in, text out.

import start, { call } from "../../../wasm/core.js";
import wasm from "../../../wasm/core.wasm?url";
import type { OutlineNode, PolicyProblem, Request, Shell, Story, Verdict } from "../model/verdict.ts";

/** A policy that was read, and the commands that are judged under it. */
export interface Gate {
  check(request: Request): Verdict | { refused: string };
  /** Lets the core forget it; no request may follow. */
  close(): void;
}

export interface Core {
  version: string;
  /** A gate under a policy's text, or what is wrong with it. An empty text is a policy without rules. */
  open(policy: string, file: string): Gate | { problems: PolicyProblem[] };
  outline(command: string, shell: Shell): OutlineNode;
  stories(): Story[];
}

/** What the core answers where it cannot do what it was asked. */
interface Failure {
  error: PolicyProblem;
  more?: PolicyProblem[];
}

/** Fetches and compiles the module. */
export async function load(): Promise<Core> {
  await start({ module_or_path: new URL(wasm, self.location.href) });
  return { version: asked<string>("version"), open, outline, stories: () => asked<Story[]>("explainAll") };
}

/** Asks the core; the places in its answer count UTF-16. */
function ask<T>(operation: string, given: object = {}): T | Failure {
  return JSON.parse(call(JSON.stringify({ operation, ...given }))) as T | Failure;
}

/** Asks what cannot fail. */
function asked<T>(operation: string, given: object = {}): T {
  const answer = ask<T>(operation, given);
  if (failed(answer)) throw new Error(answer.error.message);
  return answer;
}

function failed(answer: unknown): answer is Failure {
  return typeof answer === "object" && answer !== null && "error" in answer;
}

function open(policy: string, file: string): Gate | { problems: PolicyProblem[] } {
  const options = { policy: policy.trim() === "" ? "{}" : policy, file };
  const opened = ask<{ gate: number }>("open", { options });
  if (failed(opened)) return { problems: [opened.error, ...(opened.more ?? [])] };
  const { gate } = opened;
  return {
    check: (request) => {
      const verdict = ask<Verdict>("check", { gate, request, offsets: "utf16" });
      return failed(verdict) ? { refused: `${verdict.error.message}; ${verdict.error.help}` } : verdict;
    },
    close: () => asked<null>("close", { gate }),
  };
}

function outline(command: string, shell: Shell): OutlineNode {
  return asked<OutlineNode>("outline", { command, shell, offsets: "utf16" });
}
