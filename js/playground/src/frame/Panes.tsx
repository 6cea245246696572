// The panes, one shown at a time by its tab.

import { Answer } from "../panes/Answer.tsx";
import { Compare } from "../panes/Compare.tsx";
import { Expectations, tally } from "../panes/Expectations.tsx";
import { Json } from "../panes/Json.tsx";
import { Log } from "../panes/Log.tsx";
import { Structure } from "../panes/Structure.tsx";
import { TABS, tab } from "./tabs.ts";

const PANES = {
  answer: Answer,
  structure: Structure,
  compare: Compare,
  expectations: Expectations,
  json: Json,
  log: Log,
} as const;

export function Panes() {
  const now = tab.value;
  const Pane = PANES[now];
  return (
    <section class="panel panes" id="answer" aria-label="the answer">
      <div class="tabs" role="tablist" aria-label="panes" onKeyDown={move}>
        {TABS.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === now}
            aria-controls="pane"
            tabIndex={id === now ? 0 : -1}
            onClick={() => (tab.value = id)}
          >
            {label}
            {id === "expectations" && <Tally />}
          </button>
        ))}
      </div>
      <div class="pane" id="pane" role="tabpanel" aria-labelledby={`tab-${now}`} tabIndex={0}>
        <Pane />
      </div>
    </section>
  );
}

function Tally() {
  const { held, broken, all } = tally();
  if (all === 0) return null;
  const state = broken > 0 ? "broken" : held === all ? "held" : "muted";
  return (
    <span class={`tally ${state}`}>
      {{ broken: "✕", held: "✓", muted: "…" }[state]} {held}/{all}
    </span>
  );
}

function move(event: KeyboardEvent): void {
  const here = TABS.findIndex(({ id }) => id === tab.value);
  const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: TABS.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const found = TABS[(next + TABS.length) % TABS.length];
  if (!found) return;
  tab.value = found.id;
  document.getElementById(`tab-${found.id}`)?.focus();
}
