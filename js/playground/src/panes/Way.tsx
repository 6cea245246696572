// How the command was read: its simple commands, and the role of each word, wrapper and redirect.

import { programIndex } from "../model/program.ts";
import type { By, Finding, SimpleCommand, Verdict } from "../model/verdict.ts";
import { Badge, Code, Rule, Section, Spot } from "./parts.tsx";

export function Way({ command, verdict }: { command: string; verdict: Verdict }) {
  const { commands } = verdict;
  const note = commands.length === 1 ? "one simple command" : `${commands.length} simple commands`;
  if (commands.length === 0) {
    return (
      <Section title="How the command was read" note="could not be split">
        <p class="muted">The parser found no simple commands in this text, so nothing vouches for it.</p>
      </Section>
    );
  }
  return (
    <Section title="How the command was read" note={note}>
      <Legend {...verdict} />
      <ol class="way">
        {commands.map((simple, index) => (
          <li key={index}>
            <Operator text={between(command, commands[index - 1], simple)} />
            <Simple command={command} simple={simple} verdict={verdict} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** What the looks of words mean, where wrappers were taken off. */
function Legend({ commands }: Verdict) {
  if (commands.every(({ wrappers }) => wrappers.length === 0)) return null;
  return (
    <p class="legend">
      <code class="word wrapper">wrapper</code> <code class="word program">the program</code>
    </p>
  );
}

/** What is between two simple commands, when it is short enough to be an operator. */
function between(command: string, before: SimpleCommand | undefined, after: SimpleCommand): string {
  const text = before ? command.slice(before.span.end, after.span.start).trim() : "";
  return text.length <= 4 ? text : "";
}

function Operator({ text }: { text: string }) {
  return text === "" ? null : <code class="operator">{text}</code>;
}

function Simple({ command, simple, verdict }: { command: string; simple: SimpleCommand; verdict: Verdict }) {
  // What vouches for the program does not vouch for what the shell does around it.
  const inside = ({ span }: Finding): boolean => simple.span.start <= span.start && span.end <= simple.span.end;
  const against = verdict.findings.filter((finding) => finding.outcome !== "allow" && inside(finding));
  return (
    <div class="simple">
      <p class="line">
        <Badge decision={simple.decision} readOnly={simple.readOnly} />
        <Spot command={command} span={simple.span}>
          <code>{simple.text.length > 120 ? `${simple.text.slice(0, 119)}…` : simple.text}</code>
        </Spot>
      </p>
      <p class="words">
        {simple.assignments.map(({ name, value }) => (
          <code class="word assignment" key={name} title="an assignment for this command">
            {name}={value ?? <Unknown />}
          </code>
        ))}
        {words(simple, verdict.effects.executes).map(({ text, kind }, index) => (
          <code class={`word ${kind}`} key={index} title={TITLES[kind]}>
            {text ?? <Unknown />}
          </code>
        ))}
        {simple.redirects.map(({ op, fd, target }, index) => (
          <code class="word redirect" key={index} title="a redirect">
            {fd ?? ""}
            {op} {target ?? <Unknown />}
          </code>
        ))}
      </p>
      <p class="why">
        <Vouches by={simple.by} />
        {against.map((finding) => (
          <>
            ; <Code code={finding.code} /> {finding.outcome === "deny" ? "denies" : "asks"}
          </>
        ))}
      </p>
    </div>
  );
}

type WordKind = "wrapper" | "program" | "known" | "unknown";

const TITLES: Readonly<Record<WordKind, string>> = {
  wrapper: "a wrapper and its words: taken off before rules are matched",
  program: "the program",
  known: "a word that is known before running",
  unknown: "a word that is known only when it runs",
};

/** Each word with what it is. */
function words(simple: SimpleCommand, executes: readonly string[]): { text: string | null; kind: WordKind }[] {
  const program = programIndex(simple, executes);
  return simple.argv.map((text, index) => {
    if (text === null) return { text, kind: "unknown" };
    if (index === program) return { text, kind: "program" };
    return { text, kind: index < program ? "wrapper" : "known" };
  });
}

function Unknown() {
  return <em>known when it runs</em>;
}

function Vouches({ by }: { by: By }) {
  switch (by.kind) {
    case "rule":
      return (
        <>
          the rule <Rule rule={by.rule} source={by.source} /> says so
        </>
      );
    case "readOnly":
      return <>its table of options proves that it only reads</>;
    case "selfDescription":
      return <>an installed program is only asked for its version or its help</>;
    case "readsService":
      return <>its table of options proves that it only reads the service that the user set up</>;
    case "documentation":
      return <>its table of options proves that it only prints pages, of known hosts of documentation</>;
    case "acceptEdits":
      return <>the mode accepts edits in the working directories</>;
    case "noProgram":
      return <>no program is started</>;
    case "mode":
      return <>the mode says so</>;
    case "sandbox":
      return <>the sandbox is enough, by the settings</>;
    case "nothing":
      return <span class="muted">no rule and no table vouches for it</span>;
  }
}
