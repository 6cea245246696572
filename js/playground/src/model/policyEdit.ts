// Edits of a policy's text that leave comments and formatting as they are.

import { applyEdits, findNodeAtLocation, modify, parseTree, type Edit, type JSONPath } from "jsonc-parser";

/** One step: the value at a path is set, put at the end of a list, or taken out. */
export type Step =
  | { do: "append"; path: JSONPath; value: string }
  | { do: "set"; path: JSONPath; value: unknown }
  | { do: "remove"; path: JSONPath };

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

/** The text after the steps; an empty text counts as `{}`. */
export function edited(policy: string, steps: readonly Step[]): string {
  return steps.reduce((text, step) => applyEdits(text, editsFor(text, step)), policy.trim() === "" ? "{}" : policy);
}

function editsFor(text: string, step: Step): Edit[] {
  if (step.do === "remove") return modify(text, step.path, undefined, FORMAT);
  if (step.do === "set") return modify(text, step.path, step.value, FORMAT);
  const tree = parseTree(text);
  const list = tree && findNodeAtLocation(tree, step.path);
  if (list?.type !== "array") return modify(text, step.path, [step.value], FORMAT);
  const elements = list.children ?? [];
  const last = elements.at(-1);
  const before = elements.at(-2);
  const value = JSON.stringify(step.value);
  if (!last) return modify(text, [...step.path, 0], step.value, { ...FORMAT, isArrayInsertion: true });
  // Behind the last element, set off from it as that is from the one before: a line of its own, or a blank.
  const end = last.offset + last.length;
  const gap = before
    ? text.slice(before.offset + before.length, last.offset).replace(/^[^,]*,/, "")
    : text.slice(list.offset + 1, last.offset);
  const space = /\n/.test(gap) ? `\n${/[^\n]*$/.exec(gap)?.[0].replace(/\S.*/, "") ?? ""}` : " ";
  return [{ offset: end, length: 0, content: `,${space}${value}` }];
}

/** Where the value at `path` stands in the text; null where there is none. */
export function placeOf(policy: string, path: JSONPath): { from: number; to: number } | null {
  const tree = parseTree(policy);
  const node = tree && findNodeAtLocation(tree, path);
  return node ? { from: node.offset, to: node.offset + node.length } : null;
}

/** The smallest single replacement that makes `after` of `before`: marks and undo in an editor stay whole. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}
