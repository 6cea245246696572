// What goes wrong, as types that a caller can tell apart and a person can act on.
//
// Owns the errors and how the core's own answers become them. A message says what is wrong, `help` what to do.

import type { Problem } from "./types.js";

/** Settings that cannot be used; `line` and the rest are those of the first problem. */
export class PolicyError extends Error {
  override readonly name = "PolicyError";
  /** Line in the settings' text, from 1; of an object it is the text that `JSON.stringify(policy, null, 2)` makes. */
  readonly line: number;
  /** Column in Unicode scalar values, from 1. */
  readonly column: number;
  /** The name of the settings (default: `policy`); `options` for an error in the options. */
  readonly file: string;
  /** What was meant, or what to do. */
  readonly help: string;
  /** All problems, in the order of the text. */
  readonly errors: Problem[];

  constructor(errors: Problem[], options?: ErrorOptions) {
    const first = errors[0] ?? { message: "the settings cannot be used", help: "", line: 1, column: 1 };
    const file = first.file ?? "options";
    super(`${file}:${first.line}:${first.column}: ${first.message}`, options);
    this.line = first.line;
    this.column = first.column;
    this.file = file;
    this.help = first.help;
    this.errors = errors;
  }
}

/** What is no request, or no argument of a function; `line` and `column` are those of its JSON text. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly line?: number;
  readonly column?: number;
  /** What to do. */
  readonly help: string;

  constructor(problem: { message: string; help: string; line?: number; column?: number }, options?: ErrorOptions) {
    super(problem.message, options);
    if (problem.line !== undefined) this.line = problem.line;
    if (problem.column !== undefined) this.column = problem.column;
    this.help = problem.help;
  }
}

/**
 * Nothing was decided: the module stopped, which is a defect of it, or the rest of a module in two parts is not there. The
 * next call starts another instance.
 */
export class CoreError extends Error {
  override readonly name = "CoreError";
}
