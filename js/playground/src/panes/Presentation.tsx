// How a host would show the command and its output.

import type { Verdict } from "../model/verdict.ts";
import { Section } from "./parts.tsx";

export function Presentation({ verdict }: { verdict: Verdict }) {
  const { ui, background } = verdict;
  return (
    <Section title="Presentation">
      <dl class="pairs">
        <div>
          <dt>label</dt>
          <dd>
            <code>{ui.label}</code>
          </dd>
        </div>
        <div>
          <dt>kind</dt>
          <dd>
            {ui.kind}
            {ui.collapsible && ", can be collapsed"}
            {ui.silent && ", prints nothing when all is well"}
          </dd>
        </div>
        <div>
          <dt>background</dt>
          <dd>{background.eligible ? "may go there by itself" : "only when it is asked for"}</dd>
        </div>
      </dl>
      {ui.edit?.files.map((file) => (
        <figure key={file.path} class="edit">
          <figcaption>
            what it changes in <code>{file.path}</code>
          </figcaption>
          <pre class="diff">
            {file.unchanged
              ? "nothing"
              : file.diff.split("\n").map((line, index) => (
                  <span key={index} class={line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : ""}>
                    {line}
                    {"\n"}
                  </span>
                ))}
          </pre>
        </figure>
      ))}
    </Section>
  );
}
