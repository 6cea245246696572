// What the policy says about a log: the tables, and the rules that would spare questions.

import { writePolicy } from "../editor/handles.ts";
import { action, run } from "../frame/actions.ts";
import { say } from "../frame/notice.ts";
import { closeLogs, files, problem, progress, questionsBefore, showsCommands, tables } from "../judge/logs.ts";
import { policy } from "../judge/signals.ts";
import { counted, share, unreadable, type Answer, type Suggestion, type Tables } from "../model/logs.ts";
import { edited, type Step } from "../model/policyEdit.ts";
import { Badge, Section } from "./parts.tsx";

/** Most rows of a table. */
const ROWS_MAX = 20;

export function Log() {
  const now = progress.value;
  if (now) return <Reading now={now} />;
  const found = tables.value;
  if (!found) {
    return (
      <div class={problem.value === null ? "empty" : "empty failed"}>
        {problem.value !== null && <p role="alert">{problem.value}</p>}
        <p>
          Open the log of an agent, or drop it anywhere on the page: see what this policy would have answered, and which
          rules would have spared questions. The file is read here, and sent nowhere.
        </p>
        <button type="button" class="primary" onClick={() => run(action("log-open"))}>
          Open a log…
        </button>
      </div>
    );
  }
  return (
    <div class="log">
      <Head of={found} />
      <Suggestions of={found} />
      <Summary of={found} />
      <Asks of={found} />
      <Programs of={found} />
      <Rules of={found} />
      <Hours of={found} />
      <Unreadable />
    </div>
  );
}

function Reading({ now }: { now: NonNullable<typeof progress.value> }) {
  return (
    <div class="empty" role="status">
      <p>
        Reading <code>{now.file}</code>: {counted(now.calls, "call")}
      </p>
      <progress max={Math.max(now.all, 1)} value={now.bytes} aria-label="bytes read" />
      <p>
        <button type="button" onClick={closeLogs}>
          Cancel
        </button>
      </p>
    </div>
  );
}

function Head({ of }: { of: Tables }) {
  const before = questionsBefore.value;
  return (
    <div class="log-head">
      <p class="bar" role="status">
        <strong>{counted(of.questions, "question")}</strong>
        {before !== null && before !== of.questions && (
          <span class="muted">, {before.toLocaleString("en")} before</span>
        )}{" "}
        <span class="muted">
          in {counted(of.calls, "call")} of {counted(of.commands, "command")}
        </span>
        <button type="button" class="end" onClick={() => run(action("log-open"))}>
          Open another…
        </button>
        <button type="button" onClick={closeLogs}>
          Close
        </button>
      </p>
      {problem.value !== null && (
        <p class="stale" role="alert">
          {problem.value}
        </p>
      )}
      <label class="bar">
        <input
          type="checkbox"
          checked={showsCommands.value}
          onChange={(event) => (showsCommands.value = event.currentTarget.checked)}
        />
        Show commands, without their secrets
      </label>
    </div>
  );
}

function Suggestions({ of }: { of: Tables }) {
  return (
    <Section
      title="Rules that would spare questions"
      note={`with all of them ${of.left.toLocaleString("en")} are left`}
    >
      {of.suggestions.length === 0 ? (
        <p class="muted">None: what asks is worth asking about, or each command was asked about in another way.</p>
      ) : (
        <ul class="changes">
          {of.suggestions.map((one) => (
            <li key={one.rules.join("\n")}>
              <button type="button" class="change" onClick={() => add(one)}>
                <span class="badge allow">+ {counted(one.questions, "question")}</span>
                <span class={one.rules.length > 1 ? "what several" : "what"}>
                  {one.rules.map((rule) => (
                    <code key={rule}>{rule}</code>
                  ))}
                  <Lines word="answers" commands={one.examples} />
                  <Lines word="also allows" commands={one.newlyAllowed} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Lines({ word, commands }: { word: string; commands: string[] }) {
  return (
    <>
      {commands.map((command) => (
        <span key={command} class="says">
          {word} <code>{command}</code>
        </span>
      ))}
    </>
  );
}

function add({ rules }: Suggestion): void {
  const steps = rules.map((value): Step => ({ do: "append", path: ["permissions", "allow"], value }));
  writePolicy(edited(policy.peek(), steps));
  say(`${rules.join(" and ")}: written into the policy, and the log is decided again; undo is in the policy's editor`);
}

function Answered({ answer }: { answer: Answer }) {
  if (answer === "depends_on_disk")
    return (
      <span class="badge waiting" title="it depends on the disk of that time">
        disk
      </span>
    );
  return <Badge decision={answer} />;
}

/** A table with a title; of a long one the first rows. */
function Table({ title, note, head, rows }: { title: string; note?: string; head: string[]; rows: Row[] }) {
  if (rows.length === 0) return null;
  const shown = rows.slice(0, ROWS_MAX);
  const rest = rows.length - shown.length;
  return (
    <Section title={title} note={note}>
      <div class="wide" role="region" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) => (
                  <td key={head[index]} class={typeof cell === "number" ? "number" : undefined}>
                    {typeof cell === "number" ? cell.toLocaleString("en") : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 && <p class="muted more">and {rest.toLocaleString("en")} more</p>}
    </Section>
  );
}

interface Row {
  key: string;
  cells: (preact.ComponentChild | number)[];
}

/** A share as a bar and a number. */
function Share({ part, all }: { part: number; all: number }) {
  return (
    <span class="share">
      <meter min={0} max={Math.max(all, 1)} value={part} aria-hidden="true" />
      {share(part, all)} %
    </span>
  );
}

function Summary({ of }: { of: Tables }) {
  const rows = of.summary.map((row): Row => ({
    key: `${row.decision} ${row.plainDisk} ${row.code}`,
    cells: [
      <Answered key="answer" answer={row.decision} />,
      <code key="code" class="reason">
        {row.code}
      </code>,
      row.calls,
      <Share key="share" part={row.calls} all={of.calls} />,
      row.commands,
      row.sessions,
      row.rejected,
    ],
  }));
  const head = ["answer", "reason", "calls", "share", "commands", "sessions", "rejected"];
  return (
    <Table
      title="Answers"
      note="by the policy as it is now; disk: it depends on links, repositories or files that no log has"
      head={head}
      rows={rows}
    />
  );
}

function Asks({ of }: { of: Tables }) {
  const rows = of.asks.map((row): Row => ({
    key: `${row.code} ${row.programs}`,
    cells: [
      <code key="what">{row.example ?? row.programs}</code>,
      <code key="code" class="reason">
        {row.code}
      </code>,
      row.calls,
      row.commands,
    ],
  }));
  return <Table title="What asks most" head={["programs", "reason", "calls", "commands"]} rows={rows} />;
}

function Programs({ of }: { of: Tables }) {
  const rows = of.programs.map((row): Row => ({
    key: row.program,
    cells: [
      <code key="program">{row.program}</code>,
      row.calls,
      row.allow,
      row.ask,
      row.deny,
      <Share key="share" part={row.ask} all={row.calls} />,
    ],
  }));
  return <Table title="Programs" head={["program", "calls", "allow", "ask", "deny", "asks"]} rows={rows} />;
}

function Rules({ of }: { of: Tables }) {
  const rows = of.rules.map((row): Row => ({
    key: `${row.list} ${row.source}`,
    cells: [<code key="rule">{row.rule}</code>, row.list, row.part, row.decided, row.part === 0 ? "unused" : ""],
  }));
  return <Table title="Rules" head={["rule", "list", "calls", "decided", "state"]} rows={rows} />;
}

function Hours({ of }: { of: Tables }) {
  const rows = of.hours.map((row): Row => ({
    key: String(row.hour),
    cells: [
      `${String(row.hour).padStart(2, "0")}:00`,
      row.calls,
      row.ask,
      <Share key="share" part={row.ask} all={row.calls} />,
      row.sessions,
    ],
  }));
  const head = ["hour (UTC)", "calls", "ask", "asks", "sessions"];
  return <Table title="Questions by hour" note="of calls with a time" head={head} rows={rows} />;
}

function Unreadable() {
  const rows = unreadable(files.value).map((row, index): Row => ({
    key: String(index),
    cells: [row.count, row.what, <code key="file">{row.file}</code>],
  }));
  return <Table title="What could not be read" head={["count", "what", "file"]} rows={rows} />;
}
