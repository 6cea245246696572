// The core's one function, text in, text out, and which instance of it answers.
//
// Owns the border to the module. One that has trapped is in an unknown state: it is never asked again. The first part of a
// module traps where it needs the rest: whoever asks waits for that and asks again.

import type { PolicyProblem } from "../model/verdict.ts";

/** What the core answers where it cannot do what it was asked. */
export interface Failure {
  error: PolicyProblem;
  more?: PolicyProblem[];
}

export function failed(answer: unknown): answer is Failure {
  return typeof answer === "object" && answer !== null && "error" in answer;
}

/** The call needs the rest of the module: it can be made again after `arrival`. */
export class Lacking extends Error {
  constructor(readonly arrival: Promise<void>) {
    super("the rest of the module has not arrived yet");
  }
}

/** How a module answers. */
export interface Answering {
  call: (json: string) => string;
  /** Gives `call` a new instance; what was open in the old one is gone. */
  restart: () => void;
  /** For the first part of a module: waits for the rest, with which every later instance is made. */
  complete?: () => Promise<void>;
}

export class Instance {
  #answering: Answering;
  #life = 0;

  constructor(answering: Answering) {
    this.#answering = answering;
  }

  /** From now on another module answers; what was open in this one is gone. */
  replace(answering: Answering): void {
    this.#answering = answering;
    this.#life += 1;
  }

  /** Grows with every restart, and with every other module. */
  get life(): number {
    return this.#life;
  }

  ask<T>(operation: string, given: object = {}): T | Failure {
    let answer: string;
    try {
      answer = this.#answering.call(JSON.stringify({ operation, ...given }));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      const { complete, restart } = this.#answering;
      restart();
      this.#life += 1;
      if (complete) throw new Lacking(this.#completed(complete));
      const help = "report the policy and the command that did it";
      return { error: { message: "the core stopped here, which is a defect of it", help, line: 1, column: 1 } };
    }
    return JSON.parse(answer) as T | Failure;
  }

  async #completed(complete: () => Promise<void>): Promise<void> {
    await complete();
    if (this.#answering.complete !== complete) return;
    const { call, restart } = this.#answering;
    restart();
    this.replace({ call, restart });
  }

  /** Asks what has an answer unless the core stops. */
  asked<T>(operation: string, given: object = {}): T {
    const answer = this.ask<T>(operation, given);
    if (failed(answer)) throw new Error(answer.error.message);
    return answer;
  }
}
