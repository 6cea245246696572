// The small parts that panes are made of.

import { render, type ComponentChildren } from "preact";
import { jumpToRule, jumpToSpan } from "../editor/handles.ts";
import { openStory } from "../frame/dialogs.ts";
import { MARKS } from "../frame/marks.ts";
import { pointed } from "../judge/signals.ts";
import type { Decision, Span } from "../model/verdict.ts";

/** A decision as a sign and a word. */
export function Badge({ decision, readOnly = false }: { decision: Decision | "refused" | null; readOnly?: boolean }) {
  if (decision === null) return <span class="badge waiting">…</span>;
  const mark = MARKS[decision];
  return (
    <span class={`badge ${decision}`}>
      <span class="sign" aria-hidden="true">
        {mark.sign}
      </span>
      {mark.word}
      {readOnly && (
        <span class="read-only" title="proven to only read">
          ro
        </span>
      )}
    </span>
  );
}

/** A part of the answer under its heading. */
export function Section({
  title,
  note,
  children,
}: {
  title: string;
  note?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="section">
      <h3>
        {title}
        {note !== undefined && <span class="note">{note}</span>}
      </h3>
      {children}
    </section>
  );
}

/** Text with parts in back-ticks, as messages have them. */
export function Words({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/(`[^`]*`)/)
        .map((part, index) =>
          part.length > 2 && part.startsWith("`") ? <code key={index}>{part.slice(1, -1)}</code> : part,
        )}
    </>
  );
}

/** The same where an editor wants an element. */
export function wordsElement(text: string, className = ""): HTMLElement {
  const element = document.createElement("p");
  element.className = className;
  render(<Words text={text} />, element);
  return element;
}

/** A rule; with a place in the policy it leads there. */
export function Rule({ rule, source }: { rule: string; source: string | null }) {
  if (!source) return <code class="rule">{rule}</code>;
  return (
    <button type="button" class="link rule" title={`go to ${source}`} onClick={() => jumpToRule(source)}>
      <code>{rule}</code> <span class="place">{source.replace(/^.*?:/, "line ").replace(/:\d+$/, "")}</span>
    </button>
  );
}

/** The code of a finding, which leads to its story. */
export function Code({ code, number }: { code: string; number?: number | null }) {
  return (
    <button type="button" class="link code" title="what this is for, with examples" onClick={() => openStory(code)}>
      {code}
      {number ? ` ${number}` : ""}
    </button>
  );
}

/** A part of the command that lights up in the editor while it is pointed at, and is selected there by a click. */
export function Spot({ command, span, children }: { command: string; span: Span; children: ComponentChildren }) {
  return (
    <button
      type="button"
      class="spot"
      onMouseEnter={() => (pointed.value = span)}
      onMouseLeave={() => (pointed.value = null)}
      onFocus={() => (pointed.value = span)}
      onBlur={() => (pointed.value = null)}
      onClick={() => jumpToSpan(command, span.start, span.end)}
    >
      {children}
    </button>
  );
}

/** A list of paths or names. */
export function Names({ names }: { names: readonly string[] }) {
  return (
    <span class="names">
      {names.map((name) => (
        <code key={name}>{name}</code>
      ))}
    </span>
  );
}
