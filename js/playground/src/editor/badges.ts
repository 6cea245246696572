// The badge of each command, in the gutter beside its first line.

import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { gutter, GutterMarker } from "@codemirror/view";
import { commandsOf, type Command } from "../model/commands.ts";
import type { Answers } from "../judge/answers.ts";
import { MARKS } from "../frame/marks.ts";

/** Says that answers have come, so that the gutter and the underlines are drawn again. */
export const judged = StateEffect.define<null>();

/** The commands of the document, kept with it. */
export const commandField = StateField.define<Command[]>({
  create: (state) => commandsOf(state.doc.toString()),
  update: (commands, transaction) => (transaction.docChanged ? commandsOf(transaction.newDoc.toString()) : commands),
});

class Badge extends GutterMarker {
  readonly #word: string;
  readonly #sign: string;
  readonly #kind: string;
  readonly #readOnly: boolean;
  readonly #title: string;

  constructor(kind: string, readOnly: boolean, title: string, outdated: boolean) {
    super();
    const mark = MARKS[kind as keyof typeof MARKS];
    this.#word = mark?.word ?? "…";
    this.#sign = mark?.sign ?? "";
    this.#kind = outdated ? `${kind} outdated` : kind;
    this.#readOnly = readOnly;
    this.#title = title;
  }

  override eq(other: Badge): boolean {
    return this.#kind === other.#kind && this.#readOnly === other.#readOnly && this.#title === other.#title;
  }

  override toDOM(): Node {
    const badge = document.createElement("span");
    badge.className = `badge ${this.#kind}`;
    badge.title = this.#title;
    const sign = document.createElement("span");
    sign.className = "sign";
    sign.textContent = this.#sign;
    badge.append(sign, this.#word);
    if (this.#readOnly) {
      const mark = document.createElement("span");
      mark.className = "read-only";
      mark.textContent = "ro";
      badge.append(mark);
    }
    return badge;
  }
}

/** The widest badge, unseen, so that the gutter keeps its width. */
class Spacer extends Badge {
  constructor() {
    super("allow", true, "", false);
  }

  override toDOM(): Node {
    const widest = super.toDOM() as HTMLElement;
    widest.className = "badge spacer";
    return widest;
  }
}

function badgeFor(answers: Answers, command: Command): Badge {
  const found = answers.on(command.text);
  if (!found) return new Badge("waiting", false, "not judged yet", false);
  const { answer, outdated } = found;
  if ("refused" in answer) return new Badge("refused", false, answer.refused, outdated);
  const title = answer.readOnly ? `${answer.message}; proven to only read` : answer.message;
  return new Badge(answer.decision, answer.readOnly, title, outdated);
}

/** The gutter with the badges from `answers`; a click puts the cursor on the command. */
export function badges(answers: Answers): Extension {
  return [
    commandField,
    gutter({
      class: "badges",
      lineMarker(view, block) {
        const line = view.state.doc.lineAt(block.from).number - 1;
        const command = view.state.field(commandField).find((candidate) => candidate.line === line);
        return command ? badgeFor(answers, command) : null;
      },
      lineMarkerChange: (update) => update.transactions.some((one) => one.effects.some((effect) => effect.is(judged))),
      initialSpacer: () => new Spacer(),
      domEventHandlers: {
        mousedown(view, block) {
          view.dispatch({ selection: { anchor: block.from } });
          view.focus();
          return true;
        },
      },
    }),
  ];
}
