// The facts that the core would ask the host for, with buttons that give an answer.

import { facts } from "../judge/signals.ts";
import { answers, given, isOrdinary, ORDINARY, question, special, withFacts } from "../model/facts.ts";
import type { Need } from "../model/verdict.ts";
import { Section, Words } from "./parts.tsx";

export function NeedList({ needs }: { needs: readonly Need[] }) {
  const all = facts.value;
  const known = given(special(all)).map(({ text, without }) => ({
    text,
    without: isOrdinary(all) ? withFacts(ORDINARY, without) : without,
  }));
  if (needs.length === 0 && known.length === 0) return null;
  return (
    <Section
      title="Missing facts about the machine"
      note="an unknown fact counts as unsafe, except programs that settings of a repository start"
    >
      <ul class="needs">
        {needs.map((need) => (
          <li key={`${need.kind} ${need.path}`}>
            <span class="question">
              <Words text={question(need)} />
            </span>
            <span class="switches" role="group" aria-label={question(need)}>
              {answers(need).map((answer) => (
                <button
                  key={answer.label}
                  type="button"
                  onClick={() => (facts.value = withFacts(facts.value, answer.facts))}
                >
                  {answer.label}
                </button>
              ))}
            </span>
          </li>
        ))}
        {known.map(({ text, without }) => (
          <li key={text} class="given">
            <code>{text}</code>
            <button type="button" onClick={() => (facts.value = without)} aria-label={`take back: ${text}`}>
              take back
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
