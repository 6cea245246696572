// The editor of the commands: writes them, the selected one and the cursor to the signals; shows what was answered.

import { StreamLanguage } from "@codemirror/language";
import { shell } from "@codemirror/legacy-modes/mode/shell";
import { EditorState } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  placeholder,
  type ViewUpdate,
} from "@codemirror/view";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { openStory } from "../frame/dialogs.ts";
import { answers } from "../judge/judge.ts";
import { commands, commandsText, cursor, pointed, selected } from "../judge/signals.ts";
import { commandAt, commandsOf } from "../model/commands.ts";
import { difference } from "../model/policyEdit.ts";
import { badges, commandField, judged } from "./badges.ts";
import { handles } from "./handles.ts";
import { common } from "./look.ts";
import { point, pointing } from "./pointing.ts";
import { rangeOf, underlines } from "./underlines.ts";

/** Tells the signals what was typed and where the cursor is. */
function report(update: ViewUpdate): void {
  if (update.docChanged) {
    performance.mark("typed");
    commandsText.value = update.state.doc.toString();
  }
  if (!update.docChanged && !update.selectionSet && !update.focusChanged) return;
  const command = current(update.state);
  selected.value = command?.text ?? null;
  cursor.value = command && update.view.hasFocus ? update.state.selection.main.head - command.from : null;
}

function current(state: EditorState): ReturnType<typeof commandAt> {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  return commandAt(state.field(commandField), head, line.from, line.to);
}

/** Measures until the first answer, and from the last keystroke to the moment at which every command is answered. */
function measure(): void {
  if (performance.getEntriesByName("first answer").length === 0) performance.mark("first answer");
  if (performance.getEntriesByName("typed").length === 0) return;
  if (answers.unanswered(commands.peek().map(({ text }) => text)).length > 0) return;
  performance.measure("answered", "typed");
  performance.clearMarks("typed");
}

export function CommandEditor() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = place.current;
    if (!parent) return undefined;
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: commandsText.peek(),
        selection: { anchor: commandsOf(commandsText.peek())[0]?.from ?? 0 },
        extensions: [
          badges(answers),
          common,
          StreamLanguage.define(shell),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          underlines(answers, openStory),
          pointing,
          EditorView.lineWrapping,
          placeholder("one command a line; between two lines of ``` one command of several lines"),
          EditorView.contentAttributes.of({
            "aria-label": "commands, one a line",
            "aria-describedby": "selected-answer",
            spellcheck: "false",
            tabindex: "0",
          }),
          EditorView.updateListener.of(report),
        ],
      }),
    });
    handles.commands = view;
    selected.value = current(view.state)?.text ?? null;
    const ends = [
      effect(() => {
        const text = commandsText.value;
        const now = view.state.doc.toString();
        if (text !== now) {
          view.dispatch({ changes: difference(now, text) });
          selected.value = current(view.state)?.text ?? null;
        }
      }),
      effect(() => {
        if (answers.revision.value === 0) return;
        view.dispatch({ effects: judged.of(null) });
        measure();
      }),
      effect(() => {
        const span = pointed.value;
        const command = current(view.state);
        view.dispatch({ effects: point.of(span && command ? rangeOf(command, span) : null) });
      }),
    ];
    return () => {
      for (const end of ends) end();
      handles.commands = null;
      view.destroy();
    };
  }, []);
  return <div class="editor" ref={place} />;
}
