// The members of the package, bound to one instance of the module.
//
// Owns what JavaScript adds to the core: objects in and out, typed errors. Decides nothing.

import { PolicyError, RequestError } from "./errors.js";
import type * as face from "./index.js";
import type { Glue, Instance, RawError, RawGate } from "./instance.js";
import { inUtf16 } from "./spans.js";
import type { Request, Verdict } from "./types.js";

/** What `shellgate` exports and `shellgate/slim` makes. */
export type Core = Pick<typeof face, "Gate" | "version">;

declare const __VERSION__: string;

export function surface(instance: Instance): Core {
  class Gate {
    readonly #made: (glue: Glue) => RawGate;

    constructor(options: face.GateOptions = {}) {
      const { policy, file, root } = options;
      const text = policy === undefined || typeof policy === "string" ? policy : written(policy, file);
      // A gate outlives its instance: in another one it is made again.
      let of: Glue | undefined;
      let gate: RawGate;
      this.#made = (glue) => {
        if (of !== glue) {
          gate = new glue.Gate(text, file, root);
          of = glue;
        }
        return gate;
      };
      instance.ask(this.#made);
    }

    check(request: Request | string): Verdict {
      const json = typeof request === "string" ? `{"command":${JSON.stringify(request)}}` : asked(request);
      const answer = JSON.parse(this.checkJson(json)) as Verdict | RawError;
      if ("error" in answer) throw new RequestError(answer.error);
      return inUtf16(answer, typeof request === "string" ? request : request.command);
    }

    checkJson(json: string): string {
      return instance.ask((glue) => this.#made(glue).checkJson(json));
    }
  }
  return { Gate, version: __VERSION__ };
}

/** The JSON text of settings given as an object, in lines, so that a place in it says something. */
function written(policy: unknown, file = "policy"): string {
  const problem = (message: string) => {
    const help = "give an object of plain data, or the text of a settings file";
    return [{ message, help, line: 1, column: 1, file }];
  };
  try {
    const text: string | undefined = JSON.stringify(policy, null, 2);
    if (text !== undefined) return text;
  } catch (error) {
    throw new PolicyError(problem(`the settings cannot be written as JSON: ${reason(error)}`), { cause: error });
  }
  throw new PolicyError(problem(`the settings are ${typeof policy === "function" ? "a function" : "nothing"}`));
}

/** The JSON text of a request. */
function asked(request: unknown): string {
  const help = 'give an object of plain data such as `{ command: "git status" }`, or the command as a string';
  let text: string | undefined;
  try {
    text = JSON.stringify(request);
  } catch (error) {
    throw new RequestError({ message: `the request cannot be written as JSON: ${reason(error)}`, help }, { cause: error });
  }
  if (text === undefined) throw new RequestError({ message: `a request is ${typeof request}, not an object`, help });
  return text;
}

/** The first line of what JSON says about a value that it cannot write. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0] ?? message;
}
