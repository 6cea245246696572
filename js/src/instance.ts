// One module, and the instance of it that answers: made at the first call, made again after one that stopped it.
//
// Owns the border to the bindings' glue. A trap leaves an instance in an unknown state, so nothing is asked of it again.

import { glue } from "#glue";
import { CoreError, PolicyError, RequestError } from "./errors.js";
import type { Problem } from "./types.js";

/** The bindings' own gate. */
export interface RawGate {
  /** An object, with spans in UTF-16. */
  check(json: string): unknown;
  /** Spans in bytes. */
  checkJson(json: string): string;
  /** A list of problems. */
  warnings(): string;
}

/** What the glue exports. */
export interface Glue {
  initSync(input: { module: WebAssembly.Module }): { memory: WebAssembly.Memory };
  Gate: new (json: string) => RawGate;
  call(json: string): string;
  preview(output: Uint8Array, limit?: number): string;
}

/** A memory never shrinks: an instance that has more than this, in bytes, is not kept. */
const MEMORY_MAX = 64 * 1024 * 1024;

export class Instance {
  readonly #module: () => WebAssembly.Module;
  #glue: Glue | undefined;
  #memory: WebAssembly.Memory | undefined;

  /** `module` is called at the first use, and once only. */
  constructor(module: () => WebAssembly.Module) {
    let made: WebAssembly.Module | undefined;
    this.#module = () => (made ??= module());
  }

  /** Lets `work` ask the instance. What the core refuses becomes the error of its kind; all else ends the instance. */
  ask<T>(work: (glue: Glue) => T): T {
    try {
      const answer = work((this.#glue ??= this.#start()));
      if (this.#memory !== undefined && this.#memory.buffer.byteLength > MEMORY_MAX) this.#end();
      return answer;
    } catch (error) {
      if (error instanceof PolicyError || error instanceof RequestError) throw error;
      if (typeof error === "string") throw policyError(error);
      this.#end();
      throw new CoreError("the core stopped, and nothing was decided; report the call that did it", { cause: error });
    }
  }

  #start(): Glue {
    const made = glue();
    this.#memory = made.initSync({ module: this.#module() }).memory;
    return made;
  }

  #end(): void {
    this.#glue = this.#memory = undefined;
  }
}

function policyError(json: string): PolicyError {
  const { error, more = [] } = JSON.parse(json) as { error: Problem; more?: Problem[] };
  return new PolicyError([error, ...more]);
}
