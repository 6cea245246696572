// What the command would touch, as far as it is known.

import type { Effects } from "../model/verdict.ts";
import { Names, Section } from "./parts.tsx";

const ROWS = ["executes", "reads", "writes", "deletes", "network"] as const;

export function EffectTable({ effects }: { effects: Effects }) {
  const rows = ROWS.filter((row) => effects[row].length > 0);
  return (
    <Section title="Effects" note={effects.opaque ? "and others that are not known" : "these and no others"}>
      {rows.length === 0 && <p class="muted">{effects.opaque ? "None is known." : "None."}</p>}
      <dl class="pairs">
        {rows.map((row) => (
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
