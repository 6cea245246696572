// Everything that can be done on the page, once: the menus, the palette and the keys all read this list.

import { examined, version } from "../judge/judge.ts";
import { openLogs } from "../judge/logs.ts";
import { context, facts, policy, second, selected, show } from "../judge/signals.ts";
import { asCommandLine } from "../model/commandLine.ts";
import { STARTERS } from "../model/examples.ts";
import { asMarkdown } from "../model/markdown.ts";
import { handles } from "../editor/handles.ts";
import { closeDialog, dialog } from "./dialogs.ts";
import { exportExpectations, expectWhatIsNow, importExpectations } from "./expecting.ts";
import { copy, download, pick, pickFiles } from "./files.ts";
import { complain, say } from "./notice.ts";
import { link, openAside } from "./saving.ts";
import { TABS, tab } from "./tabs.ts";
import { switchTheme } from "./theme.ts";

export interface Action {
  id: string;
  label: string;
  group: "examples" | "share" | "go" | "work" | "page";
  /** As in `Alt+1`; `Mod` is control, or command on a Mac. */
  keys?: string;
  run(): void | Promise<void>;
}

export const ACTIONS: readonly Action[] = [
  ...STARTERS.map((starter): Action => ({
    id: `example-${starter.name}`,
    label: starter.name,
    group: "examples",
    run: () => {
      show(starter.work);
      tab.value = starter.work.second === null ? "answer" : "compare";
      say(`${starter.name}: ${starter.says}`);
    },
  })),
  {
    id: "gallery",
    label: "Gallery of attacks…",
    group: "examples",
    keys: "Alt+G",
    run: () => void (dialog.value = { kind: "gallery" }),
  },
  { id: "share", label: "Copy a link to this", group: "share", keys: "Mod+S", run: shareLink },
  { id: "copy-markdown", label: "Copy the answer as Markdown", group: "share", keys: "Alt+M", run: copyMarkdown },
  { id: "copy-command", label: "Copy as a command line", group: "share", keys: "Alt+C", run: copyCommandLine },
  { id: "go-policy", label: "Go to the policy", group: "go", keys: "Alt+P", run: () => handles.policy?.focus() },
  { id: "go-commands", label: "Go to the commands", group: "go", keys: "Alt+L", run: () => handles.commands?.focus() },
  ...TABS.map(({ id, label }, index): Action => ({
    id: `tab-${id}`,
    label: `Show: ${label}`,
    group: "go",
    keys: `Alt+${index + 1}`,
    run: () => goTo(id),
  })),
  { id: "policy-open", label: "Open a settings file…", group: "work", run: openPolicy },
  { id: "log-open", label: "Open a log…", group: "work", run: openLog },
  { id: "policy-save", label: "Save the policy as a file", group: "work", run: savePolicy },
  { id: "expect-all", label: "Expect of every command what is now", group: "work", run: expectWhatIsNow },
  { id: "expect-export", label: "Export the expectations", group: "work", run: exportExpectations },
  { id: "expect-import", label: "Import expectations…", group: "work", run: importExpectations },
  { id: "compare", label: "Compare with a second policy", group: "work", run: startComparing },
  { id: "aside", label: "Back to my own work", group: "work", run: openAside },
  {
    id: "palette",
    label: "All actions…",
    group: "page",
    keys: "Mod+K",
    run: () => void (dialog.value = { kind: "palette" }),
  },
  { id: "keys", label: "Keys", group: "page", keys: "Alt+H", run: () => void (dialog.value = { kind: "keys" }) },
  { id: "theme", label: "Switch between light and dark", group: "page", keys: "Alt+T", run: switchTheme },
];

/** Runs an action and says it when it failed. */
export function run(action: Action): void {
  if (dialog.peek().kind === "palette") closeDialog();
  Promise.resolve()
    .then(() => action.run())
    .catch(complain);
}

export function action(id: string): Action {
  const found = ACTIONS.find((one) => one.id === id);
  if (!found) throw new Error(`no action ${id}`);
  return found;
}

function goTo(id: (typeof TABS)[number]["id"]): void {
  tab.value = id;
  document.getElementById(`tab-${id}`)?.focus();
}

/** A second policy that begins as a copy of the first. */
export function startComparing(): void {
  second.value ??= policy.value;
  tab.value = "compare";
}

async function openPolicy(): Promise<void> {
  const text = await pick(".json,.jsonc");
  if (text === null) return;
  policy.value = text;
  say("the file is in the editor of the policy; it was read here and sent nowhere");
}

async function openLog(): Promise<void> {
  const chosen = await pickFiles(".jsonl,.ndjson,.json,.csv,.md,text/plain", true);
  if (chosen.length === 0) return;
  goTo("log");
  await openLogs(chosen);
}

function savePolicy(): void {
  download("settings.json", policy.value);
  say("saved as settings.json");
}

async function shareLink(): Promise<void> {
  const address = await link();
  history.replaceState(null, "", address);
  await copy(address);
  say("the link is copied; everything is in it, and nothing was sent");
}

async function copyMarkdown(): Promise<void> {
  const now = examined.value;
  if (!now || "refused" in now.result) return say("put the cursor on a command first");
  await copy(asMarkdown(policy.value, now.command, context.value, now.result.verdict, version.value));
  return say("the answer is copied as Markdown");
}

async function copyCommandLine(): Promise<void> {
  if (selected.value === null) return say("put the cursor on a command first");
  await copy(asCommandLine(policy.value, selected.value, context.value, facts.value));
  return say("the command line is copied");
}
