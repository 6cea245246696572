// The findings on a command, and the remarks beside them, which change no decision.

import type { ComponentChildren } from "preact";
import type { Advice, Finding, Verdict } from "../model/verdict.ts";
import { Badge, Code, Section, Spot, Words } from "./parts.tsx";

export function FindingList({ command, verdict }: { command: string; verdict: Verdict }) {
  return (
    <>
      {verdict.findings.length > 0 && (
        <Section title="Findings">
          <ul class="findings">
            {verdict.findings.map((finding, index) => (
              <Item key={index} command={command} found={finding} number={finding.number}>
                <Badge decision={finding.outcome} />
              </Item>
            ))}
          </ul>
        </Section>
      )}
      {verdict.advice.length > 0 && (
        <Section title="Remarks" note="they change no decision">
          <ul class="findings">
            {verdict.advice.map((advice, index) => (
              <Item key={index} command={command} found={advice} number={null}>
                <span class="tag">for the {advice.audience}</span>
              </Item>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

interface Given {
  command: string;
  found: Finding | Advice;
  number: number | null;
  children: ComponentChildren;
}

function Item({ command, found, number, children }: Given) {
  const { span, message, help, code } = found;
  return (
    <li>
      <p class="place">
        {children}
        <Spot command={command} span={span}>
          <code>{command.slice(span.start, span.end) || "here"}</code>
        </Spot>
        <Code code={code} number={number} />
      </p>
      <p>
        <Words text={message} />
        {help && (
          <span class="help">
            {" — "}
            <Words text={help} />
          </span>
        )}
      </p>
    </li>
  );
}
