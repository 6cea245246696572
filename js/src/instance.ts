// One module, and the instance of it that answers: made at the first call, made again after one that stopped it.
//
// Owns the border to the bindings' glue. A trap leaves an instance in an unknown state, so nothing is asked of it again. A
// module in two parts starts with the first one, which stops at a call that needs the rest: that call is made again in an
// instance that has both.

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
  initSync(input: { module: WebAssembly.Module }): { memory: WebAssembly.Memory } & WebAssembly.ModuleImports;
  Gate: new (json: string) => RawGate;
  call(json: string): string;
  preview(output: Uint8Array, limit?: number): string;
}

/** A module: as it is, or its first part and the rest. Either is compiled when it is first needed, and once. */
export interface Modules {
  first: () => WebAssembly.Module;
  /** Absent for a module in one piece. It throws when the part cannot be had. */
  rest?: () => WebAssembly.Module;
}

/** A memory never shrinks: an instance that has more than this, in bytes, is not kept. */
const MEMORY_MAX = 64 * 1024 * 1024;

export class Instance {
  readonly #first: () => WebAssembly.Module;
  readonly #rest: (() => WebAssembly.Module) | undefined;
  /** A call has needed the rest: every instance from then on has it. */
  #isWhole = false;
  #glue: Glue | undefined;
  #memory: WebAssembly.Memory | undefined;

  constructor({ first, rest }: Modules) {
    this.#first = once(first);
    this.#rest = rest && once(rest);
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
      if (this.#rest === undefined || this.#isWhole) {
        throw new CoreError("the core stopped, and nothing was decided; report the call that did it", { cause: error });
      }
    }
    this.#complete(this.#rest);
    return this.ask(work);
  }

  /** Gives every instance from now on the rest. */
  #complete(rest: () => WebAssembly.Module): void {
    try {
      rest();
    } catch (error) {
      if (error instanceof CoreError) throw error;
      throw new CoreError("the rest of the module could not be loaded, and nothing was decided", { cause: error });
    }
    this.#isWhole = true;
  }

  #start(): Glue {
    const made = glue(() => {
      if (this.#glue === made) this.#end();
    });
    const exports = made.initSync({ module: this.#first() });
    if (this.#isWhole && this.#rest !== undefined) new WebAssembly.Instance(this.#rest(), { first: exports });
    this.#memory = exports.memory;
    return made;
  }

  #end(): void {
    this.#glue = this.#memory = undefined;
  }
}

/** The function with its first answer kept. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function policyError(json: string): PolicyError {
  const { error, more = [] } = JSON.parse(json) as { error: Problem; more?: Problem[] };
  return new PolicyError([error, ...more]);
}
