// The part of the selected command that a pane points at, lit up in the text.

import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

/** Lights up a range of the document; null puts the light out. */
export const point = StateEffect.define<{ from: number; to: number } | null>();

const lit = Decoration.mark({ class: "pointed" });

export const pointing: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(drawn, transaction) {
    let next = drawn.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(point)) continue;
      const range = effect.value;
      next = range && range.from < range.to ? Decoration.set([lit.range(range.from, range.to)]) : Decoration.none;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
