// The table of expectations: what should be decided, what is, and whether they agree.

import { addCommand } from "../editor/handles.ts";
import { action, run } from "../frame/actions.ts";
import { answers } from "../judge/judge.ts";
import { expectations } from "../judge/signals.ts";
import { DECISIONS, isDecision, withExpectation, type Expectation } from "../model/expectations.ts";
import { Badge, Words } from "./parts.tsx";

/** How many expectations hold and how many are broken, of how many; the rest wait for an answer. */
export function tally(): { held: number; broken: number; all: number } {
  void answers.revision.value;
  const count = { held: 0, broken: 0, all: expectations.value.length };
  for (const { command, expected } of expectations.value) {
    const answer = answers.current(command);
    if (answer) count[answer.decision === expected ? "held" : "broken"] += 1;
  }
  return count;
}

export function Expectations() {
  const { held, broken, all } = tally();
  return (
    <div class="expectations">
      <p class="bar">
        {all > 0 && (
          <strong class={broken > 0 ? "broken" : held === all ? "held" : "muted"}>
            {broken > 0 ? `✕ ${broken} of ${all} broken` : held === all ? `✓ all ${all} hold` : "waiting for answers"}
          </strong>
        )}
        <span class="end">
          {["expect-all", "expect-export", "expect-import"].map((id) => (
            <button
              key={id}
              type="button"
              disabled={id === "expect-export" && all === 0}
              onClick={() => run(action(id))}
            >
              {{ "expect-all": "Expect what is now", "expect-export": "Export", "expect-import": "Import…" }[id]}
            </button>
          ))}
        </span>
      </p>
      {all === 0 ? (
        <p class="empty">
          Say what should be decided on each command, then change the policy: the table turns red where it no longer
          holds.
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">command</th>
              <th scope="col">expected</th>
              <th scope="col">is</th>
              <th scope="col">
                <span class="hidden">remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {expectations.value.map((one) => (
              <Row key={one.command} one={one} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Row({ one }: { one: Expectation }) {
  const { command, expected } = one;
  const answer = answers.current(command);
  const state = answer === null ? "waiting" : answer.decision === expected ? "held" : "broken";
  return (
    <tr class={state}>
      <td>
        <button type="button" class="link" onClick={() => addCommand(command)}>
          <code>{command}</code>
        </button>
        {state === "broken" && (
          <span class="why">
            <Words text={answer?.message ?? ""} />
          </span>
        )}
      </td>
      <td>
        <select
          aria-label={`expected of ${command}`}
          value={expected}
          onChange={({ currentTarget: { value } }) => {
            if (isDecision(value))
              expectations.value = withExpectation(expectations.value, { command, expected: value });
          }}
        >
          {DECISIONS.map((decision) => (
            <option key={decision}>{decision}</option>
          ))}
        </select>
      </td>
      <td>
        <Badge decision={answer?.decision ?? null} readOnly={answer?.readOnly ?? false} />
        <span class="hidden">{state}</span>
      </td>
      <td>
        <button
          type="button"
          class="remove"
          aria-label={`remove the expectation on ${command}`}
          onClick={() => (expectations.value = expectations.value.filter((other) => other !== one))}
        >
          ×
        </button>
      </td>
    </tr>
  );
}
