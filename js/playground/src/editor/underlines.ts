// Findings underlined in the text of the commands, with their words beside the pointer.

import { RangeSetBuilder, type Extension } from "@codemirror/state";
import {
  Decoration,
  hoverTooltip,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from "@codemirror/view";
import type { Command } from "../model/commands.ts";
import type { Answers } from "../judge/answers.ts";
import type { Finding, Span } from "../model/verdict.ts";
import { wordsElement } from "../panes/parts.tsx";
import { commandField, judged } from "./badges.ts";

/** A span of a command as a range of the document, never empty where there is a character to show. */
export function rangeOf(command: Command, span: Span): { from: number; to: number } {
  const length = command.to - command.from;
  const start = Math.min(span.start, length);
  const end = Math.min(Math.max(span.end, start), length);
  if (start < end) return { from: command.from + start, to: command.from + end };
  return start < length
    ? { from: command.from + start, to: command.from + start + 1 }
    : { from: command.from + Math.max(0, start - 1), to: command.to };
}

function* findingsIn(view: EditorView, answers: Answers): Generator<{ finding: Finding; from: number; to: number }> {
  const { from, to } = view.viewport;
  for (const command of view.state.field(commandField)) {
    if (command.to < from || command.from > to) continue;
    for (const finding of answers.current(command.text)?.findings ?? [])
      yield { finding, ...rangeOf(command, finding.span) };
  }
}

function draw(view: EditorView, answers: Answers): DecorationSet {
  const found = [...findingsIn(view, answers)].filter(({ from, to }) => from < to);
  found.sort((a, b) => a.from - b.from || a.to - b.to);
  const builder = new RangeSetBuilder<Decoration>();
  for (const { finding, from, to } of found) {
    builder.add(
      from,
      to,
      Decoration.mark({ class: `finding ${finding.outcome}`, attributes: { "data-code": finding.code } }),
    );
  }
  return builder.finish();
}

function words(finding: Finding, tell: (code: string) => void): HTMLElement {
  const box = document.createElement("div");
  box.className = "finding-words";
  const story = document.createElement("button");
  story.type = "button";
  story.className = "link";
  story.textContent = finding.code;
  story.title = "what this is for, with examples";
  story.addEventListener("click", () => tell(finding.code));
  box.append(wordsElement(finding.message), wordsElement(finding.help, "help"), story);
  return box;
}

/** Underlines the findings that `answers` has, and calls `tell` with the code of a finding to read about. */
export function underlines(answers: Answers, tell: (code: string) => void): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      drawn: DecorationSet;
      constructor(view: EditorView) {
        this.drawn = draw(view, answers);
      }
      update(update: ViewUpdate): void {
        const told = update.transactions.some((one) => one.effects.some((effect) => effect.is(judged)));
        if (told || update.docChanged || update.viewportChanged) this.drawn = draw(update.view, answers);
      }
    },
    { decorations: (value) => value.drawn },
  );
  const hover = hoverTooltip((view, at) => {
    const here = [...findingsIn(view, answers)].filter(({ from, to }) => from <= at && at <= to);
    const first = here[0];
    if (!first) return null;
    return {
      pos: first.from,
      end: first.to,
      above: true,
      create: () => {
        const dom = document.createElement("div");
        for (const { finding } of here) dom.append(words(finding, tell));
        return { dom };
      },
    };
  });
  return [plugin, hover];
}
