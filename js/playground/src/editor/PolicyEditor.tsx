// The editor of a policy: JSON with comments, completion from the schema, the core's errors at their place.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { StreamLanguage } from "@codemirror/language";
import { json } from "@codemirror/legacy-modes/mode/javascript";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { effect, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import schema from "../../../../policy-core/schemas/settings.json";
import { examined } from "../judge/judge.ts";
import { selected } from "../judge/signals.ts";
import { difference } from "../model/policyEdit.ts";
import { offsetAt } from "../model/place.ts";
import type { PolicyProblem, Reading } from "../model/verdict.ts";
import { wordsElement } from "../panes/parts.tsx";
import type { Slot } from "../worker/bench.ts";
import { completeFrom } from "./complete.ts";
import { handles } from "./handles.ts";
import { common } from "./look.ts";

/** The mode for JSON of JavaScript reads comments as well; it has a name of its own for keys. */
const jsonWithComments = StreamLanguage.define({ ...json, tokenTable: { property: tags.propertyName } });

/** A problem with the token at its place underlined. */
function diagnostic(
  severity: "error" | "warning",
  text: string,
  { line, column, message, help }: PolicyProblem,
): Diagnostic {
  const at = offsetAt(text, line, column);
  const token = /^"(?:[^"\\\n]|\\.)*"?|^[^\s,:[\]{}"]+|^\S/.exec(text.slice(at))?.[0] ?? "";
  const to = at + token.length;
  return {
    // A place at the end of the text has no character of its own: the last one is shown.
    from: to > at ? at : Math.max(0, at - 1),
    to: to > at ? to : at,
    severity,
    message,
    renderMessage: () => {
      const box = document.createElement("div");
      box.append(wordsElement(message), wordsElement(help, "help"));
      return box;
    },
  };
}

/**
 * The rules that the core suggested last for the selected command. They stay while a rule is typed that would allow
 * everything until it is complete, such as `Bash`.
 */
let suggested: { command: string; rules: readonly string[] } | null = null;

effect(() => {
  const now = examined.value;
  const rules = now && !("refused" in now.result) ? now.result.verdict.suggestions : [];
  if (now && (rules.length > 0 || suggested?.command !== now.command)) suggested = { command: now.command, rules };
});

function suggestions(): readonly string[] {
  return suggested !== null && suggested.command === selected.peek() ? suggested.rules : [];
}

interface Given {
  slot: Slot;
  label: string;
  /** Null once there is nothing to edit any more, just before the editor goes. */
  text: Signal<string | null>;
  reading: Signal<Reading>;
}

export function PolicyEditor({ slot, label, text, reading }: Given) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = place.current;
    if (!parent) return undefined;
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text.peek() ?? "",
        extensions: [
          lineNumbers(),
          lintGutter(),
          common,
          jsonWithComments,
          closeBrackets(),
          autocompletion({ override: [completeFrom(schema, suggestions)], icons: false }),
          highlightActiveLine(),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            performance.mark("typed");
            text.value = update.state.doc.toString();
          }),
        ],
      }),
    });
    handles[slot] = view;
    const ends = [
      effect(() => {
        const wanted = text.value;
        const now = view.state.doc.toString();
        if (wanted !== null && wanted !== now) view.dispatch({ changes: difference(now, wanted) });
      }),
      effect(() => {
        const { errors, warnings } = reading.value;
        const now = view.state.doc.toString();
        view.dispatch(
          setDiagnostics(view.state, [
            ...errors.map((problem) => diagnostic("error", now, problem)),
            ...warnings.map((problem) => diagnostic("warning", now, problem)),
          ]),
        );
      }),
    ];
    return () => {
      for (const end of ends) end();
      handles[slot] = null;
      view.destroy();
    };
  }, []);
  return <div class="editor" ref={place} />;
}
