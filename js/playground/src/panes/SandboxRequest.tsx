// What the host is asked to confine the command to.

import type { Verdict } from "../model/verdict.ts";
import { Names, Section } from "./parts.tsx";

export function SandboxRequest({ verdict }: { verdict: Verdict }) {
  const { sandbox, readOnly } = verdict;
  if (!sandbox) {
    return (
      <Section title="Sandbox" note="not every change is known">
        <p class="muted">
          Once approved it may write in the working directories, and reach the hosts that the settings name.
        </p>
      </Section>
    );
  }
  const rows = (["writes", "replaces", "removes"] as const).filter((row) => sandbox[row].length > 0);
  return (
    <Section title="Sandbox" note={readOnly ? "nothing can be written, nothing reached" : "exactly these changes"}>
      <dl class="pairs">
        {rows.map((row) => (
          <div key={row}>
            <dt>{row}</dt>
            <dd>
              <Names names={sandbox[row]} />
            </dd>
          </div>
        ))}
        <div>
          <dt>network</dt>
          <dd>{sandbox.network ? "the hosts that the settings name" : <span class="muted">none</span>}</dd>
        </div>
      </dl>
    </Section>
  );
}
