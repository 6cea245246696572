// What would change the answer: each change was tried, and a click writes it into the policy.

import { writePolicy } from "../editor/handles.ts";
import { say } from "../frame/notice.ts";
import { policy } from "../judge/signals.ts";
import { edited, told } from "../model/policyEdit.ts";
import type { Decision } from "../model/verdict.ts";
import type { Change } from "../worker/changes.ts";
import { Badge, Section, Words } from "./parts.tsx";

export function ChangeList({ changes, decision }: { changes: readonly Change[]; decision: Decision }) {
  return (
    <Section title="What would change this answer" note={changes.length > 0 ? "each was tried" : undefined}>
      {changes.length === 0 ? (
        <p class="muted">
          {decision === "allow" ? "Nothing small." : "No rule: what was found outweighs them. Change the command instead."}
        </p>
      ) : (
        <ul class="changes">
          {changes.map((change) => (
            <li key={change.steps.map(told).join("\n")}>
              <button type="button" class="change" onClick={() => apply(change)}>
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
