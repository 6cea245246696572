// Edits of a policy's text that leave comments and formatting as they are.

import { applyEdits, findNodeAtLocation, modify, parseTree, type Edit, type JSONPath, type Node } from "jsonc-parser";

/** One step: the value at a path is set, put at the end of a list, or taken out. */
export type Step =
  | { do: "append"; path: JSONPath; value: string }
  | { do: "set"; path: JSONPath; value: unknown }
  | { do: "remove"; path: JSONPath; value: string };

/** A step as a line of a difference. */
export function told(step: Step): string {
  const where = (path: JSONPath): string => path.filter((part) => typeof part === "string").join(".");
  switch (step.do) {
    case "append":
      return `+ ${where(step.path)}: ${step.value}`;
    case "remove":
      return `− ${where(step.path)}: ${step.value}`;
    case "set":
      return `= ${where(step.path)}: ${JSON.stringify(step.value)}`;
  }
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

/** The text after the steps; an empty text counts as `{}`. */
export function edited(policy: string, steps: readonly Step[]): string {
  return steps.reduce((text, step) => applyEdits(text, editsFor(text, step)), policy.trim() === "" ? "{}" : policy);
}

function editsFor(text: string, step: Step): Edit[] {
  if (step.do === "set") return modify(text, step.path, step.value, FORMAT);
  const tree = parseTree(text);
  if (step.do === "remove") {
    const node = tree && findNodeAtLocation(tree, step.path);
    return node?.parent?.type === "array" ? removal(text, node.parent, node) : [];
  }
  const list = tree && findNodeAtLocation(tree, step.path);
  if (list?.type !== "array") return modify(text, step.path, [step.value], FORMAT);
  if (!list.children?.length) return modify(text, [...step.path, 0], step.value, { ...FORMAT, isArrayInsertion: true });
  return addition(text, list, JSON.stringify(step.value));
}

const end = (node: Node): number => node.offset + node.length;

/** Puts `value` after the last element: on a line of its own where that has one, else after a blank. */
function addition(text: string, list: Node, value: string): Edit[] {
  const elements = list.children ?? [];
  const last = elements.at(-1) ?? list;
  const before = elements.at(-2);
  const gap = text.slice(before ? end(before) : list.offset + 1, last.offset);
  const comma = { offset: end(last), length: 0, content: "," };
  const line = /\n([ \t]*)$/.exec(gap);
  if (!line) return [{ ...comma, content: `, ${value}` }];
  // A remark after the last element stays with it.
  const rest = text.slice(end(last), end(list) - 1);
  const has = /^\s*,/.test(rest);
  const at = end(last) + rest.trimEnd().length;
  return [...(has ? [] : [comma]), { offset: at, length: 0, content: `\n${line[1]}${value}` }];
}

/** Takes an element out with the comma and the blanks that set it off. */
function removal(text: string, list: Node, node: Node): Edit[] {
  const elements = list.children ?? [];
  const index = elements.indexOf(node);
  const [before, after] = [elements[index - 1], elements[index + 1]];
  const from = after || !before ? node.offset : end(before);
  const to = after
    ? after.offset
    : before
      ? end(node)
      : end(node) + (/^\s*,/.exec(text.slice(end(node)))?.[0].length ?? 0);
  return [{ offset: from, length: to - from, content: "" }];
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
