// What would change the answer: each change was tried, and a click writes it into the policy.

import { writePolicy } from "../editor/handles.ts";
import { say } from "../frame/notice.ts";
import { changes } from "../judge/judge.ts";
import { policy } from "../judge/signals.ts";
import { edited, told } from "../model/policyEdit.ts";
import type { Examination } from "../worker/bench.ts";
import type { Change } from "../worker/changes.ts";
import { Badge, Section, Words } from "./parts.tsx";

/** Those of the examination before stay until the new ones were tried, so that nothing jumps. */
export function ChangeList({ of }: { of: Examination }) {
  const tried = changes.value;
  const found = tried?.found ?? [];
  return (
    <Section
      title="What would change this answer"
      note={tried?.of !== of ? "trying…" : found.length > 0 ? "each was tried" : undefined}
    >
      {found.length === 0 ? (
        <p class="muted">
          {tried?.of !== of
            ? "…"
            : of.verdict.decision === "allow"
              ? "Nothing small."
              : "No rule: what was found outweighs them. Change the command instead."}
        </p>
      ) : (
        <ul class="changes">
          {found.map((change) => (
            <li key={change.steps.map(told).join("\n")}>
              <button type="button" class="change" disabled={tried?.of !== of} onClick={() => apply(change)}>
                <Badge decision={change.decision} />
                <span class={change.steps.length > 1 ? "what several" : "what"}>
                  {change.steps.map((step) => (
                    <code key={told(step)}>{told(step)}</code>
                  ))}
                  <span class="says">
                    <Words text={change.says} />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function apply(change: Change): void {
  writePolicy(edited(policy.peek(), change.steps));
  say(`${change.says}: written into the policy, and everything is judged again; undo is in the policy's editor`);
}
