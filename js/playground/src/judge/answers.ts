// The answers of one policy: what the worker has said about each command, and which of it is out of date.
//
// A change of the text asks for the new commands only; a change of the policy, the machine or the facts asks for all.

import { signal } from "@preact/signals";
import type { Batch, Refusal, Summary } from "../worker/bench.ts";

interface Kept {
  answer: Summary | Refusal;
  generation: number;
}

/** More commands than this are not remembered once they have left the editor. */
const KEPT_MAX = 20_000;

export class Answers {
  /** Grows whenever an answer has come. */
  readonly revision = signal(0);
  readonly #kept = new Map<string, Kept>();
  #generation = 0;

  /** The answer on a command, and whether it is of an older policy; null before there is any. */
  on(command: string): { answer: Summary | Refusal; outdated: boolean } | null {
    const kept = this.#kept.get(command);
    return kept ? { answer: kept.answer, outdated: kept.generation !== this.#generation } : null;
  }

  /** The summary on a command that is up to date; null where there is none. */
  current(command: string): Summary | null {
    const kept = this.on(command);
    return kept && !kept.outdated && !("refused" in kept.answer) ? kept.answer : null;
  }

  /** From now on every answer so far is out of date. */
  renew(): void {
    this.#generation += 1;
    this.revision.value += 1;
  }

  /** Those of the commands that are not answered yet, each once. */
  unanswered(commands: Iterable<string>): string[] {
    const wanted = new Set<string>();
    for (const command of commands) {
      if (this.#kept.get(command)?.generation !== this.#generation) wanted.add(command);
    }
    return [...wanted];
  }

  /** Which round answers belong to that are asked for now. */
  get generation(): number {
    return this.#generation;
  }

  /** Takes answers of a round; those of an older round are dropped. */
  take(batch: Batch, generation: number): void {
    if (generation !== this.#generation) return;
    if (this.#kept.size > KEPT_MAX) this.#kept.clear();
    for (const [command, answer] of batch) this.#kept.set(command, { answer, generation });
    this.revision.value += 1;
  }
}
