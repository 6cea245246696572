// The core's one function, text in, text out, and which instance of it answers.
//
// Owns the border to the module. One that has trapped is in an unknown state: it is never asked again.

import type { PolicyProblem } from "../model/verdict.ts";

/** What the core answers where it cannot do what it was asked. */
export interface Failure {
  error: PolicyProblem;
  more?: PolicyProblem[];
}

export function failed(answer: unknown): answer is Failure {
  return typeof answer === "object" && answer !== null && "error" in answer;
}

export class Instance {
  #call: (json: string) => string;
  #restart: () => void;
  #life = 0;

  /** `restart` gives `call` a new instance; what was open in the old one is gone. */
  constructor(call: (json: string) => string, restart: () => void) {
    this.#call = call;
    this.#restart = restart;
  }

  /** From now on another module answers; what was open in this one is gone. */
  replace(call: (json: string) => string, restart: () => void): void {
    this.#call = call;
    this.#restart = restart;
    this.#life += 1;
  }

  /** Grows with every restart, and with every other module. */
  get life(): number {
    return this.#life;
  }

  ask<T>(operation: string, given: object = {}): T | Failure {
    let answer: string;
    try {
      answer = this.#call(JSON.stringify({ operation, ...given }));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#restart();
      this.#life += 1;
      const help = "report the policy and the command that did it";
      return { error: { message: "the core stopped here, which is a defect of it", help, line: 1, column: 1 } };
    }
    return JSON.parse(answer) as T | Failure;
  }

  /** Asks what has an answer unless the core stops. */
  asked<T>(operation: string, given: object = {}): T {
    const answer = this.ask<T>(operation, given);
    if (failed(answer)) throw new Error(answer.error.message);
    return answer;
  }
}
