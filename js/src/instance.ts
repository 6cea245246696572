// One module, and the instance of it that answers: made at the first call, made again after one that stopped it.
//
// Owns the border to the bindings' glue. A trap leaves an instance in an unknown state, so nothing is asked of it again.

import { glue } from "#glue";
import { CoreError, PolicyError, RequestError } from "./errors.js";
import type { PolicyProblem } from "./types.js";

/** The bindings' own gate. */
export interface RawGate {
  checkJson(json: string): string;
}

/** What the glue exports. */
export interface Glue {
  initSync(input: { module: WebAssembly.Module }): unknown;
  Gate: new (policy?: string, file?: string, root?: string) => RawGate;
}

/** An error as the core writes it. */
export interface RawError {
  error: PolicyProblem;
  more?: PolicyProblem[];
}

export class Instance {
  readonly #module: () => WebAssembly.Module;
  #glue: Glue | undefined;

  /** `module` is called at the first use, and once only. */
  constructor(module: () => WebAssembly.Module) {
    let made: WebAssembly.Module | undefined;
    this.#module = () => (made ??= module());
  }

  /** Lets `work` ask the instance. What the core refuses becomes the error of its kind; all else ends the instance. */
  ask<T>(work: (glue: Glue) => T): T {
    try {
      return work((this.#glue ??= this.#start()));
    } catch (error) {
      if (error instanceof PolicyError || error instanceof RequestError) throw error;
      if (typeof error === "string") throw policyError(error);
      this.#glue = undefined;
      throw new CoreError("the core stopped, and nothing was decided; report the call that did it", { cause: error });
    }
  }

  #start(): Glue {
    const made = glue();
    made.initSync({ module: this.#module() });
    return made;
  }
}

function policyError(json: string): PolicyError {
  const { error, more = [] } = JSON.parse(json) as RawError;
  return new PolicyError([error, ...more]);
}
