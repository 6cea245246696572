// The members of the package, bound to one instance of the module.
//
// Owns what JavaScript adds to the core: objects in and out, typed errors. Decides nothing.

import { PolicyError, RequestError } from "./errors.js";
import type * as face from "./index.js";
import type { Glue, Instance, RawGate } from "./instance.js";
import { json, plain } from "./json.js";
import type { GateOptions, Problem, Request, Verdict } from "./types.js";

/** What `shellgate` exports and `shellgate/slim` makes. */
export type Core = Pick<
  typeof face,
  | "Gate"
  | "classify"
  | "commandLine"
  | "editPreview"
  | "exitMeaning"
  | "explain"
  | "explainAll"
  | "hookAnswer"
  | "hookCall"
  | "nullRedirects"
  | "outline"
  | "preview"
  | "validateRule"
  | "version"
>;

declare const __VERSION__: string;

export function surface(instance: Instance): Core {
  /** One of the core's operations by name, whose arguments and answer are plain data. */
  function call<T>(operation: string, given: object): T {
    const text = json({ operation, ...given }, "the arguments");
    return answered<T>(instance.ask((glue) => glue.call(text)));
  }

  // Its name comes from the key: a bundler renames a class, since the face has a constant of that name.
  const { Gate } = {
    Gate: class {
      readonly #gate: (glue: Glue) => RawGate;

      constructor(options: GateOptions = {}) {
        const text = opening(options);
        // A gate outlives its instance: in another one it is made again.
        let made: { of: Glue; gate: RawGate } | undefined;
        this.#gate = (glue) => {
          if (made?.of !== glue) made = { of: glue, gate: new glue.Gate(text) };
          return made.gate;
        };
        instance.ask(this.#gate);
      }

      check(request: Request | string): Verdict {
        const text =
          typeof request === "string" ? `{"command":${JSON.stringify(request)}}` : json(request, "a request");
        return value<Verdict>(instance.ask((glue) => this.#gate(glue).check(text)));
      }

      get warnings(): Problem[] {
        return answered(instance.ask((glue) => this.#gate(glue).warnings()));
      }

      checkJson(text: string): string {
        return instance.ask((glue) => this.#gate(glue).checkJson(String(text)));
      }
    },
  };

  return {
    Gate,
    explain: (code) => call("explain", { code }),
    explainAll: () => call("explainAll", {}),
    validateRule: (rule, list) => call("validateRule", { rule, list, offsets: "utf16" }),
    outline: (command, shell) => call("outline", { command, shell, offsets: "utf16" }),
    commandLine: (options) => call("commandLine", options),
    nullRedirects: (command, shell) => call("nullRedirects", { command, shell }),
    exitMeaning: (command, status, shell) => call("exitMeaning", { command, status, shell }),
    preview(output, limit) {
      const bytes = typeof output === "string" ? new TextEncoder().encode(output) : output;
      // What is neither is for the core to refuse.
      if (!(bytes instanceof Uint8Array)) return call("preview", { output, limit });
      return answered(instance.ask((glue) => glue.preview(bytes, limit)));
    },
    editPreview: (command, contents, options) => call("editPreview", { command, contents, ...options }),
    classify: (command, shell) => call("classify", { command, shell }),
    hookCall: (input, options) => call("hookCall", { input, ...options }),
    hookAnswer: (input, options) => call("hookAnswer", { input, ...options }),
    version: __VERSION__,
  };
}

/** The value of an answer as text. */
function answered<T>(text: string): T {
  return value<T>(JSON.parse(text));
}

/** An answer, unless it is an error. */
function value<T>(given: unknown): T {
  const answer = given as T | { error: Problem };
  if (typeof answer === "object" && answer !== null && "error" in answer) throw new RequestError(answer.error);
  return answer as T;
}

/** The options of a gate as text. Settings given as an object are written in lines, so that a place in them says something. */
function opening(options: GateOptions): string {
  try {
    const { policy, ...rest } = plain(options, "`options`");
    const text = policy === undefined || typeof policy === "string" ? policy : json(policy, "`policy`", 2);
    return json({ ...rest, policy: text }, "`options`");
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { message, help } = error;
    throw new PolicyError([{ message, help, line: 1, column: 1 }], { cause: error.cause });
  }
}
