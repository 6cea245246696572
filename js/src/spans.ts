// Spans of UTF-8 bytes as spans of UTF-16 code units, which is what `slice` takes.

import type { Verdict } from "./types.js";

/** Rewrites all spans of `verdict`, in place and in one walk over `command`. */
export function inUtf16(verdict: Verdict, command: string): Verdict {
  // Where all is ASCII the offsets are the same.
  if (!/[^\x00-\x7f]/.test(command)) return verdict;
  const { findings, advice, commands } = verdict;
  const spans = [...findings, ...advice, ...commands].map(({ span }) => span);
  const units = new Map<number, number>();
  const wanted = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  let [unit, byte] = [0, 0];
  for (const offset of wanted) {
    for (; byte < offset && unit < command.length; unit += 1) byte += width(command.charCodeAt(unit));
    units.set(offset, unit);
  }
  for (const span of spans) {
    span.start = units.get(span.start) ?? span.start;
    span.end = units.get(span.end) ?? span.end;
  }
  return verdict;
}

/** The bytes of a code unit; a pair of surrogates has four. */
function width(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800 || (unit >= 0xd800 && unit < 0xe000)) return 2;
  return 3;
}
