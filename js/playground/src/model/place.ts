// Places in a policy: the core counts lines and columns from 1, columns in Unicode scalar values; editors count UTF-16.

/** The UTF-16 offset of a place; the nearest one where the text has become shorter. */
export function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let current = 1; current < line; current += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  let offset = start;
  for (const character of text.slice(start)) {
    if (column <= 1 || character === "\n") break;
    column -= 1;
    offset += character.length;
  }
  return offset;
}

/** The line and column of `file:line:column`, as reasons name their rule; null where it is none. */
export function placeIn(source: string | null | undefined): { file: string; line: number; column: number } | null {
  const found = /^(.*):(\d+):(\d+)$/.exec(source ?? "");
  return found ? { file: found[1] ?? "", line: Number(found[2]), column: Number(found[3]) } : null;
}
