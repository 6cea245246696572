// The two outputs of the command.
//
// Owns how text is written to them, whatever they are connected to.

import { writeSync } from "node:fs";

/** The exit code with which every agent that looks at it blocks the call of a hook; for other commands, wrong usage. */
export const BLOCKED = 2;

/** Writes a line, if anybody takes it. */
export function say(stream: 1 | 2, text: string): void {
  try {
    all(stream, `${text}\n`);
  } catch {
    // The exit code says it too.
  }
}

/** Writes all of `text` at once; what a pipe does not take yet is written when it does. */
export function all(stream: 1 | 2, text: string): void {
  let bytes: Uint8Array = new TextEncoder().encode(text);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; bytes.length > 0; tries += 1) {
    try {
      bytes = bytes.subarray(writeSync(stream, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || tries > 200) throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
