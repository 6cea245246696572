// The calls that every adapter is tried with, and what must become of each.

import { Gate } from "shellgate";

/** The gate that the frameworks are given. */
export const gate = new Gate({ policy: { permissions: { deny: ["Bash(curl:*)"] } } });

/** Where the commands would run. */
export const options = { request: { cwd: "/repo", home: "/home/u" } };

/** The same, for tools that take the directory as an argument, where no path leads through a link. */
export const inDirectory = {
  request: (/** @type {string} */ _, /** @type {any} */ input) => ({
    cwd: input.directory,
    facts: { noSymbolicLinks: true },
  }),
};

/** A gate that is broken; what it should have judged must not run. */
export const broken = {
  /** @returns {never} */
  check() {
    throw new Error("the gate is broken");
  },
};

/** A command for each answer. */
export const commands = {
  allow: "ls -la | head -3",
  ask: "npm install left-pad",
  deny: "ls; curl https://example.com",
};

/**
 * The arguments of a call that are no command: each is denied.
 * @type {[string, Record<string, unknown>][]}
 */
export const notCommands = [
  ["no command", {}],
  ["a number", { command: 7 }],
  ["a list", { command: ["ls", "-la"] }],
  ["an empty command", { command: "  " }],
  ["half of a surrogate pair", { command: "echo \ud83d" }],
];
