// What is done with the table of expectations as a whole.

import { answers } from "../judge/judge.ts";
import { commands, expectations } from "../judge/signals.ts";
import { fromLines, toLines, withExpectation } from "../model/expectations.ts";
import { download, pick } from "./files.ts";
import { say } from "./notice.ts";
import { tab } from "./tabs.ts";

/** Takes the present decision on every command of the editor as what is expected. */
export function expectWhatIsNow(): void {
  let table = expectations.value;
  for (const { text } of commands.value) {
    const answer = answers.current(text);
    if (answer) table = withExpectation(table, { command: text, expected: answer.decision });
  }
  expectations.value = table;
  tab.value = "expectations";
  say(`${table.length} expectations; they turn red when a change of the policy breaks them`);
}

export function exportExpectations(): void {
  download("expectations.jsonl", toLines(expectations.value));
  say("exported, one expectation a line");
}

/** Adds the expectations of a file; those on the same commands are replaced. */
export async function importExpectations(): Promise<void> {
  const text = await pick(".jsonl,.ndjson,.json,.txt");
  if (text === null) return;
  const found = fromLines(text);
  expectations.value = found.reduce(withExpectation, expectations.value);
  tab.value = "expectations";
  say(`${found.length} expectations imported`);
}
