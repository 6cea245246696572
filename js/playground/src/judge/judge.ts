// The judge as the page sees it: keeps the worker, asks it when something changed, and holds what it said.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { proxy, wrap, type Remote } from "comlink";
import { USUAL, type Context } from "../model/context.ts";
import { ORDINARY } from "../model/facts.ts";
import type { Decision, Facts, Reading, Shell, Story } from "../model/verdict.ts";
import type { Examination, Refusal, Slot } from "../worker/bench.ts";
import type { Change } from "../worker/changes.ts";
import type { Door } from "../worker/main.ts";
import { Answers } from "./answers.ts";
import { commands, context, expectations, facts, policy, reading, second, secondReading, selected } from "./signals.ts";
import { worker } from "./worker.ts";

export const answers = new Answers();
export const secondAnswers = new Answers();

/** Everything about the selected command; null while nothing is selected or known. */
export const examined = signal<{ command: string; result: Examination | Refusal } | null>(null);
/** What would change the answer, once it was tried. */
export const changes = signal<{ of: Examination; found: Change[] } | null>(null);
/** The version of the core; empty until it is loaded. */
export const version = signal("");
export const stories = signal<Story[]>([]);
/** The shell whose module is on its way; null while there is none to wait for. */
export const loading = signal<Shell | null>(null);
/** Why the core does not answer; null while it does. */
export const failure = signal<string | null>(null);

export const door: Remote<Door> = wrap<Door>(worker);

worker.addEventListener("error", (event) => {
  event.preventDefault();
  failure.value = "the core has stopped";
});

/** Asks, and says on the page when the core cannot answer at all. */
async function asked<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await question;
  } catch (error) {
    failure.value = `the core has stopped (${error instanceof Error ? error.message : String(error)})`;
    return null;
  }
}

/** Opens a policy whenever it changes; its answers so far are then out of date. */
function open(slot: Slot, text: string, report: (reading: Reading) => void, held: Answers): void {
  void asked(door.open(slot, text)).then((found) => {
    if (!found) return;
    batch(() => {
      report(found);
      held.renew();
      if (found.errors.length === 0) reopened.value += 1;
    });
  });
}

/** Grows whenever a policy was taken. */
const reopened = signal(0);

/** The last round of questions; what can wait waits for it. */
let round: Promise<unknown> = Promise.resolve();

/** Asks for what is not answered yet. */
function ask(slot: Slot, held: Answers): void {
  const wanted = held.unanswered([
    ...commands.value.map(({ text }) => text),
    ...expectations.value.map(({ command }) => command),
  ]);
  if (wanted.length === 0) return;
  performance.clearMarks(`asked ${slot}`);
  performance.mark(`asked ${slot}`, { detail: wanted.length });
  const { generation } = held;
  const tell = proxy((batch: Parameters<Answers["take"]>[0]) => held.take(batch, generation));
  round = asked(door.judge(slot, wanted, context.value, facts.value, tell));
}

/** Starts judging; everything that follows happens because a signal changed. */
export function start(): void {
  effect(() => open("policy", policy.value, (found) => (reading.value = found), answers));
  effect(() => {
    if (second.value !== null) open("second", second.value, (found) => (secondReading.value = found), secondAnswers);
  });
  const shell = computed(() => context.value.shell);
  effect(() => {
    const wanted = shell.value;
    loading.value = wanted === "powershell" ? wanted : null;
    void asked(door.reads(wanted)).then(() => {
      if (loading.peek() === wanted) loading.value = null;
    });
  });
  let machine: unknown[] = [context.peek(), facts.peek()];
  effect(() => {
    const now = [context.value, facts.value];
    if (now.every((part, index) => part === machine[index])) return;
    machine = now;
    untracked(() => {
      answers.renew();
      secondAnswers.renew();
      reopened.value += 1;
    });
  });
  effect(() => {
    if (reopened.value === 0) return;
    // Under settings that are in error nothing is answered: what is shown stays, and is marked as out of date.
    if (reading.value.errors.length === 0) ask("policy", answers);
    if (second.value !== null && secondReading.value.errors.length === 0) ask("second", secondAnswers);
  });
  effect(() => {
    if (reopened.value === 0) return;
    next = { command: selected.value, context: context.value, facts: facts.value };
    if (selected.value === null) examined.value = null;
    void examine();
  });
  void asked(door.version()).then((found) => (version.value = found ?? ""));
}

/** What is to be examined next; null when the last examination is the newest. */
let next: { command: string | null; context: Context; facts: Facts } | null = null;
let examining = false;

/** Examines what is wanted, one after the other: while one runs only the newest waits. */
async function examine(): Promise<void> {
  if (examining) return;
  examining = true;
  while (next) {
    const { command, ...machine } = next;
    next = null;
    if (command === null) continue;
    const result = await asked<Examination | Refusal>(door.examine("policy", command, machine.context, machine.facts));
    if (!result || selected.peek() !== command) continue;
    examined.value = { command, result };
    if ("refused" in result) continue;
    await round;
    if (next) continue;
    const found = await asked(door.changes("policy", command, result.verdict, machine.context, machine.facts));
    if (found && examined.peek()?.result === result) changes.value = { of: result, found };
  }
  examining = false;
}

/** The decisions on a story's examples without any rule, in their order; empty when the core does not answer. */
export async function decisions({ examples }: Story): Promise<(Decision | null)[]> {
  return (await asked(door.decide(examples, USUAL, ORDINARY))) ?? [];
}

/** The stories of all checks, fetched when first wanted. */
export async function allStories(): Promise<Story[]> {
  if (stories.value.length === 0) stories.value = (await asked(door.stories())) ?? [];
  return stories.value;
}
