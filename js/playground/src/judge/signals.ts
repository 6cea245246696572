// The work on the page as signals: the editors write them, the panes read them.

import { computed, signal } from "@preact/signals";
import { commandsOf } from "../model/commands.ts";
import type { Context } from "../model/context.ts";
import type { Expectation } from "../model/expectations.ts";
import type { Facts, Reading, Span } from "../model/verdict.ts";
import type { Workspace } from "../model/workspace.ts";
import { START } from "../model/examples.ts";

export const policy = signal(START.policy);
export const second = signal<string | null>(START.second);
export const commandsText = signal(START.commands);
export const context = signal<Context>(START.context);
export const facts = signal<Facts>(START.facts);
export const expectations = signal<Expectation[]>(START.expectations);

/** Every command of the editor, in order. */
export const commands = computed(() => commandsOf(commandsText.value));

/** The text of the command that the cursor is on; null where it is on none. */
export const selected = signal<string | null>(null);
/** Where the cursor is in the selected command (UTF-16); null while the page, not the editor, has the focus. */
export const cursor = signal<number | null>(null);
/** The part of the selected command that a pane points at. */
export const pointed = signal<Span | null>(null);

/** What is wrong in the policies. */
export const reading = signal<Reading>({ errors: [], warnings: [] });
export const secondReading = signal<Reading>({ errors: [], warnings: [] });

/** The work as one value. */
export function workspace(): Workspace {
  return {
    policy: policy.value,
    second: second.value,
    commands: commandsText.value,
    context: context.value,
    facts: facts.value,
    expectations: expectations.value,
  };
}

/** Puts other work on the page. */
export function show(work: Workspace): void {
  policy.value = work.policy;
  second.value = work.second;
  context.value = work.context;
  facts.value = work.facts;
  expectations.value = work.expectations;
  commandsText.value = work.commands;
}
