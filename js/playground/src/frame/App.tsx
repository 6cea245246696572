// The page: the policy, the commands, the answer, left to right as the decision goes.

import { useState } from "preact/hooks";
import { CommandEditor } from "../editor/CommandEditor.tsx";
import { PolicyEditor } from "../editor/PolicyEditor.tsx";
import { answers } from "../judge/judge.ts";
import { commands, policy, reading, second, secondReading, selected } from "../judge/signals.ts";
import type { Reading } from "../model/verdict.ts";
import { Badge, Words } from "../panes/parts.tsx";
import { ContextBar } from "./ContextBar.tsx";
import { dialog } from "./dialogs.ts";
import { DropZone } from "./DropZone.tsx";
import { Gallery, StoryDialog } from "./Gallery.tsx";
import { Header } from "./Header.tsx";
import { Keys } from "./Keys.tsx";
import { notice } from "./notice.ts";
import { Palette } from "./Palette.tsx";
import { Panes } from "./Panes.tsx";

export function App() {
  return (
    <>
      <Header />
      <main class={second.value === null ? "columns" : "columns comparing"}>
        <Policies />
        <section class="panel commands" id="commands" aria-labelledby="commands-title">
          <div class="panel-head">
            <h2 id="commands-title">Commands</h2>
            <Counts />
          </div>
          <ContextBar />
          <CommandEditor />
          <Selected />
        </section>
        <Panes />
      </main>
      <Foot />
      <OpenDialog />
      <DropZone />
    </>
  );
}

function Policies() {
  // On a narrow screen the policy begins folded: the commands are what one comes for.
  const [open, setOpen] = useState(() => matchMedia("(min-width: 760px)").matches);
  return (
    <section class={open ? "panel policies" : "panel policies folded"} id="policy" aria-labelledby="policy-title">
      <div class="panel-head">
        <h2 id="policy-title">
          <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
            <span aria-hidden="true">{open ? "▾" : "▸"}</span> Policy
          </button>
        </h2>
        <Problems of={reading.value} />
      </div>
      <div class="policy-editor" hidden={!open}>
        <PolicyEditor slot="policy" label="policy" text={policy} reading={reading} />
      </div>
      {second.value !== null && open && (
        <>
          <div class="panel-head">
            <h2>Second policy</h2>
            <Problems of={secondReading.value} />
          </div>
          <div class="policy-editor">
            <PolicyEditor slot="second" label="second policy" text={second} reading={secondReading} />
          </div>
        </>
      )}
    </section>
  );
}

function Problems({ of: { errors, warnings } }: { of: Reading }) {
  const counted = (sign: string, of: unknown[], word: string) =>
    `${sign} ${of.length} ${word}${of.length === 1 ? "" : "s"}`;
  return (
    <span class={errors.length > 0 ? "end failed" : warnings.length > 0 ? "end warned" : "end muted"} role="status">
      {errors.length > 0
        ? counted("✕", errors, "error")
        : warnings.length > 0
          ? counted("⚠", warnings, "warning")
          : "valid"}
    </span>
  );
}

/** How many commands are answered in which way. */
function Counts() {
  void answers.revision.value;
  const count = { allow: 0, ask: 0, deny: 0 };
  for (const { text } of commands.value) {
    const answer = answers.current(text);
    if (answer) count[answer.decision] += 1;
  }
  return (
    <span class="end counts">
      {(["allow", "ask", "deny"] as const).map((decision) => (
        <span key={decision} class={`count ${decision}`}>
          {count[decision]} {decision}
        </span>
      ))}
    </span>
  );
}

/** The answer on the selected command in one line: for those who do not see the badges, and on narrow screens. */
function Selected() {
  void answers.revision.value;
  const command = selected.value;
  const answer = command === null ? null : answers.current(command);
  return (
    <p class="selected" id="selected-answer" role="status">
      {answer ? (
        <>
          <Badge decision={answer.decision} readOnly={answer.readOnly} />{" "}
          <span>
            <Words text={answer.message} />
          </span>
        </>
      ) : (
        <span class="muted">{command === null ? "no command is selected" : "no answer yet"}</span>
      )}
    </p>
  );
}

function Foot() {
  const now = notice.value;
  return (
    <footer class="foot">
      <span class={now?.failed ? "notice failed" : "notice"} role="status">
        {now?.text}
      </span>
      <span class="muted promise">Decided in this page. Nothing you type leaves it.</span>
    </footer>
  );
}

function OpenDialog() {
  const now = dialog.value;
  switch (now.kind) {
    case "none":
      return null;
    case "palette":
      return <Palette />;
    case "keys":
      return <Keys />;
    case "gallery":
      return <Gallery />;
    case "story":
      return <StoryDialog key={now.code} code={now.code} />;
  }
}
