// What the command would touch, as far as it is known.

import type { Effects } from "../model/verdict.ts";
import { Names, Section } from "./parts.tsx";

const ROWS = ["executes", "reads", "writes", "deletes", "network"] as const;

export function EffectTable({ effects }: { effects: Effects }) {
  return (
    <Section title="Effects" note={effects.opaque ? "and others that are not known" : "these and no others"}>
      <dl class="pairs">
        {ROWS.map((row) => (
          <div key={row}>
            <dt>{row}</dt>
            <dd>
              <Names names={effects[row]} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
