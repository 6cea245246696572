// Expectations: what a person wants to be decided on a command. The table of them is a test of the policy.

import type { Decision } from "./verdict.ts";

export interface Expectation {
  command: string;
  expected: Decision;
}

export const DECISIONS: readonly Decision[] = ["allow", "ask", "deny"];

export function isDecision(value: unknown): value is Decision {
  return DECISIONS.some((decision) => decision === value);
}

/** The table as text: one JSON object `{"command":…,"expected":…}` a line. */
export function toLines(expectations: readonly Expectation[]): string {
  return expectations.map(({ command, expected }) => `${JSON.stringify({ command, expected })}\n`).join("");
}

/**
 * Reads such lines; blank lines are none.
 * @throws {Error} A line is not such an object; the message names the line.
 */
export function fromLines(text: string): Expectation[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const found = parsed(line);
    if (!found) {
      throw new Error(`line ${index + 1} is no expectation; write {"command":"…","expected":"allow"} (or ask, deny)`);
    }
    return [found];
  });
}

function parsed(line: string): Expectation | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null) return null;
    const { command, expected } = value as Record<string, unknown>;
    return typeof command === "string" && command.trim() !== "" && isDecision(expected) ? { command, expected } : null;
  } catch {
    return null;
  }
}

/** The table with this expectation; one on the same command is replaced. */
export function withExpectation(all: readonly Expectation[], one: Expectation): Expectation[] {
  return all.some(({ command }) => command === one.command)
    ? all.map((old) => (old.command === one.command ? one : old))
    : [...all, one];
}
