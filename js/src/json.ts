// Values of JavaScript as the JSON text that the core reads.

import { RequestError } from "./errors.js";

/**
 * The text of `value`, which is called `name` in errors.
 *
 * @throws {RequestError} there is no such text: it is a function, it goes round in circles, a getter throws, …
 */
export function json(value: unknown, name: string, indent?: number): string {
  const help = "give plain data: objects, lists, strings, numbers, true, false and null";
  let text: string | undefined;
  try {
    text = JSON.stringify(value, null, indent);
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
    throw new RequestError({ message: `${name} cannot be written as JSON: ${reason}`, help }, { cause: error });
  }
  if (text === undefined) throw new RequestError({ message: `${name} is ${typeof value}, not an object`, help });
  return text;
}

/** `value` if it is an object. */
export function plain<T>(value: T, name: string): T {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  const kind = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
  throw new RequestError({ message: `${name} is ${kind}, not an object`, help: `write ${name} as \`{…}\`` });
}
