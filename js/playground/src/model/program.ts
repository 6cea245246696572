// Which word of a simple command is its program: the core names the wrappers it took off and what is executed.

import type { SimpleCommand } from "./verdict.ts";

/**
 * The index of the program in `argv`: the first executed name after the wrappers; all before it belongs to them.
 * Below 0 where it is not known.
 */
export function programIndex({ argv, wrappers }: SimpleCommand, executes: readonly string[]): number {
  if (wrappers.length === 0) return 0;
  return argv.findIndex((word, index) => index >= wrappers.length && word !== null && executes.includes(word));
}
