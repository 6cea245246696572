// The open editors, for actions that move the cursor or write into them.

import { EditorSelection, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { commandsOf, written } from "../model/commands.ts";
import { offsetAt, placeIn } from "../model/place.ts";
import { difference } from "../model/policyEdit.ts";

export const handles: { commands: EditorView | null; policy: EditorView | null; second: EditorView | null } = {
  commands: null,
  policy: null,
  second: null,
};

function show(view: EditorView, from: number, to: number): void {
  view.dispatch({
    selection: EditorSelection.single(from, to),
    effects: EditorView.scrollIntoView(from, { y: "center" }),
    userEvent: "select",
  });
  view.focus();
}

/** Selects the rule at `file:line:column` in the policy that has this file name. */
export function jumpToRule(source: string): void {
  const place = placeIn(source);
  const view = place?.file === "second.json" ? handles.second : handles.policy;
  if (!place || !view) return;
  const text = view.state.doc.toString();
  const from = offsetAt(text, place.line, place.column);
  const rest = /^"(?:[^"\\\n]|\\.)*"|^[^\s,\]}]+/.exec(text.slice(from));
  show(view, from, from + (rest?.[0].length ?? 0));
}

/** Puts the cursor on this command, if it is in the editor. */
export function jumpToCommand(command: string): boolean {
  const view = handles.commands;
  const found = view && commandsOf(view.state.doc.toString()).find(({ text }) => text === command);
  if (!view || !found) return false;
  show(view, found.from, found.from);
  return true;
}

/** Puts the cursor on this part of the command that it is on. */
export function jumpToSpan(command: string, start: number, end: number): void {
  const view = handles.commands;
  const head = view?.state.selection.main.head ?? 0;
  const all = view ? commandsOf(view.state.doc.toString()).filter(({ text }) => text === command) : [];
  const found = all.find(({ from, to }) => from <= head && head <= to) ?? all[0];
  if (view && found) show(view, found.from + start, Math.min(found.from + end, found.to));
}

/** Writes a command at the end of the editor, or finds it there, and puts the cursor on it. */
export function addCommand(command: string): void {
  const view = handles.commands;
  if (!view || jumpToCommand(command)) return;
  const { doc } = view.state;
  view.dispatch({ changes: { from: doc.length, insert: `${separator(doc)}${written(command)}` }, userEvent: "input" });
  jumpToCommand(command);
}

function separator(doc: Text): string {
  return doc.length === 0 || doc.line(doc.lines).length === 0 ? "" : "\n";
}

/** Replaces the policy's text as one step that undo takes back, and shows where it changed. */
export function writePolicy(text: string): void {
  const view = handles.policy;
  if (!view) return;
  const change = difference(view.state.doc.toString(), text);
  view.dispatch({ changes: change, userEvent: "input" });
  const from = change.from + (/\S/.exec(change.insert)?.index ?? 0);
  view.dispatch({
    selection: { anchor: from, head: change.from + change.insert.length },
    effects: EditorView.scrollIntoView(from, { y: "center" }),
  });
}
