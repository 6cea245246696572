// The bench at which commands are judged: it holds two policies and answers about commands, away from the page.
//
// Owns the open gates. Every answer is the core's; nothing is remembered from one command to the next.

import type { Context } from "../model/context.ts";
import { isWeb, requestFor } from "../model/context.ts";
import type { Decision, Facts, Finding, OutlineNode, Reading, Shell, Story, Verdict } from "../model/verdict.ts";
import { changes, type Change } from "./changes.ts";
import type { Core, Gate } from "./core.ts";
import { Lacking } from "./instance.ts";

/** The two policies that can be held against each other. */
export type Slot = "policy" | "second";

/** What a line of the editor shows of a verdict. */
export interface Summary {
  decision: Decision;
  readOnly: boolean;
  code: string;
  message: string;
  findings: Finding[];
}

/** A command that is no request, such as one with half a surrogate pair in it. */
export interface Refusal {
  refused: string;
}

/** The commands of one round, in the order in which they were asked for. */
export type Batch = [command: string, answer: Summary | Refusal][];

export interface Examination {
  verdict: Verdict;
  outline: OutlineNode;
}

/** A round is given up between two commands after this many milliseconds, so that a newer one can begin. */
const TURN_MS = 12;

export class Bench {
  readonly #core: Core;
  readonly #gates = new Map<Slot, Gate>();
  readonly #texts = new Map<Slot, string>();
  /** The newest round of each policy; older ones stop. */
  readonly #rounds = new Map<Slot, number>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Waits until commands of this shell can be judged. */
  reads(shell: Shell): Promise<void> {
    return this.#core.reads(shell);
  }

  version(): string {
    return this.#core.version();
  }

  stories(): Story[] {
    return this.#core.stories();
  }

  /** Takes a policy. If it is in error, the one before stays. */
  open(slot: Slot, text: string): Reading {
    const opened = this.#core.open(text, `${slot}.json`);
    if ("problems" in opened) return { errors: opened.problems, warnings: [] };
    this.#gates.get(slot)?.close();
    this.#gates.set(slot, opened);
    this.#texts.set(slot, text);
    return { errors: [], warnings: opened.warnings };
  }

  /** Judges the commands and tells each batch; a later call for the same policy ends this one. */
  async judge(
    slot: Slot,
    commands: string[],
    context: Context,
    facts: Facts,
    tell: (batch: Batch) => void,
  ): Promise<void> {
    const round = (this.#rounds.get(slot) ?? 0) + 1;
    this.#rounds.set(slot, round);
    await this.#core.reads(context.shell);
    const isOver = (): boolean => this.#rounds.get(slot) !== round;
    let wanted = commands;
    while (!isOver() && wanted.length > 0) {
      const { later, arrival } = await this.#pass(slot, wanted, context, facts, tell, isOver);
      await arrival;
      wanted = later;
    }
  }

  /** Judges what can be judged now. What needs the rest of the module is for later, when that has arrived. */
  async #pass(
    slot: Slot,
    commands: string[],
    context: Context,
    facts: Facts,
    tell: (batch: Batch) => void,
    isOver: () => boolean,
  ): Promise<{ later: string[]; arrival?: Promise<void> }> {
    const waiting: { later: string[]; arrival?: Promise<void> } = { later: [] };
    let batch: Batch = [];
    let since = performance.now();
    for (const command of commands) {
      const gate = this.#gates.get(slot);
      if (!gate) return { later: [] };
      try {
        batch.push([command, summary(gate, command, context, facts)]);
      } catch (error) {
        if (!(error instanceof Lacking)) throw error;
        waiting.later.push(command);
        waiting.arrival = error.arrival;
      }
      if (performance.now() - since < TURN_MS) continue;
      tell(batch);
      batch = [];
      await breath();
      if (isOver()) return { later: [] };
      since = performance.now();
    }
    if (batch.length > 0) tell(batch);
    return waiting;
  }

  /** Everything about one command. */
  async examine(slot: Slot, command: string, context: Context, facts: Facts): Promise<Examination | Refusal> {
    await this.#core.reads(context.shell);
    const gate = this.#gates.get(slot);
    if (!gate) return { refused: "the policy is in error" };
    const verdict = gate.check(requestFor(command, context, facts));
    return "refused" in verdict
      ? verdict
      : { verdict, outline: isWeb(context) ? line(command) : this.#core.outline(command, context.shell) };
  }

  /** The small changes of the policy that would give another answer on a command. */
  async changes(slot: Slot, command: string, verdict: Verdict, context: Context, facts: Facts): Promise<Change[]> {
    await this.#core.reads(context.shell);
    const policy = this.#texts.get(slot);
    if (policy === undefined) return [];
    return changes(policy, verdict, context.cwd, (text) => this.#decide(text, command, context, facts));
  }

  /** The decisions on commands without any rule, as the examples of a story are shown. */
  decide(examples: { command: string; shell: Shell }[], context: Context, facts: Facts): (Decision | null)[] {
    return examples.map(({ command, shell }) => this.#decide("{}", command, { ...context, shell, mode: "" }, facts));
  }

  #decide(policy: string, command: string, context: Context, facts: Facts): Decision | null {
    const gate = this.#core.open(policy, "policy.json");
    if ("problems" in gate) return null;
    const verdict = gate.check(requestFor(command, context, facts));
    gate.close();
    return "refused" in verdict ? null : verdict.decision;
  }
}

function summary(gate: Gate, command: string, context: Context, facts: Facts): Summary | Refusal {
  const verdict = gate.check(requestFor(command, context, facts));
  if ("refused" in verdict) return verdict;
  const { decision, readOnly, reason, findings } = verdict;
  return { decision, readOnly, code: reason.code, message: reason.message, findings };
}

/** Lets messages that have arrived meanwhile be read. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The structure of what no shell reads. */
function line(text: string): OutlineNode {
  return { kind: "text", text, start: 0, end: text.length, children: [] };
}
