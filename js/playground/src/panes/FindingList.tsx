// The findings on a command, and what is worth knowing beside them.

import type { Verdict } from "../model/verdict.ts";
import { Badge, Code, Section, Spot, Words } from "./parts.tsx";

export function FindingList({ command, verdict }: { command: string; verdict: Verdict }) {
  return (
    <Section title="Findings">
      <ul class="findings">
        {verdict.findings.map((finding, index) => (
          <li key={index}>
            <p>
              <Badge decision={finding.outcome} />
              <Spot command={command} span={finding.span}>
                <code>{command.slice(finding.span.start, finding.span.end) || "here"}</code>
              </Spot>
              <Words text={finding.message} />
              <Code code={finding.code} number={finding.number} />
            </p>
            {finding.help && (
              <p class="help">
                <Words text={finding.help} />
              </p>
            )}
          </li>
        ))}
        {verdict.advice.map((advice, index) => (
          <li key={`advice ${index}`}>
            <p>
              <span class="tag" title="a remark; it changes no decision">
                for the {advice.audience}
              </span>
              <Spot command={command} span={advice.span}>
                <code>{command.slice(advice.span.start, advice.span.end)}</code>
              </Spot>
              <Words text={advice.message} />
              <Code code={advice.code} />
            </p>
            <p class="help">
              <Words text={advice.help} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
