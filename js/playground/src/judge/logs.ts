// The logs that the person opened, as signals: what was read, and the tables of the policy over it.

import { effect, signal, untracked } from "@preact/signals";
import { proxy, wrap, type Remote } from "comlink";
import { unreadable, type ReadFile, type Tables } from "../model/logs.ts";
import type { LogDoor } from "../worker/logs.ts";
import { policy } from "./signals.ts";

/** How far the reading is; null while nothing is read. */
export const progress = signal<{ file: string; bytes: number; all: number; calls: number } | null>(null);
/** The files that were read, in their order. */
export const files = signal<ReadFile[]>([]);
/** The tables; null until there are any. */
export const tables = signal<Tables | null>(null);
/** Why there are no new tables; null while there are. */
export const problem = signal<string | null>(null);
/** The questions under the policy with which the log was opened; null while no log is open. */
export const questionsBefore = signal<number | null>(null);
/** Whether commands of the log are shown, without their secrets. */
export const showsCommands = signal(false);

let worker: Worker | null = null;
let door: Remote<LogDoor> | null = null;
/** Grows with every log and every request for tables: older answers do not count. */
let newest = 0;

/** Reads logs in place of those before. Resolves when their tables are there. */
export async function openLogs(chosen: readonly File[]): Promise<void> {
  closeLogs();
  const mine = (newest += 1);
  const all = chosen.reduce((sum, file) => sum + file.size, 0);
  progress.value = { file: chosen[0]?.name ?? "", bytes: 0, all, calls: 0 };
  worker = new Worker(new URL("../worker/logs.ts", import.meta.url), { type: "module", name: "logs" });
  const opened = wrap<LogDoor>(worker);
  door = opened;
  const failed = new Promise<never>((_, reject) =>
    worker?.addEventListener("error", (event) => {
      event.preventDefault();
      reject(new Error("the reader of the logs has stopped"));
    }),
  );
  const tell = proxy((file: string, bytes: number, calls: number) => {
    if (mine === newest) progress.value = { file, bytes, all, calls };
  });
  try {
    const read = await Promise.race([opened.read([...chosen], tell), failed]);
    if (mine !== newest) return;
    if (read.every(({ account }) => account.calls === 0)) {
      problem.value = unreadable(read)[0]?.what ?? "there is no command in it";
      return;
    }
    files.value = read;
    await Promise.race([refresh(), failed]);
  } catch (error) {
    if (door === opened) problem.value = error instanceof Error ? error.message : String(error);
  } finally {
    if (door === opened) progress.value = null;
  }
}

/** Ends the reading and forgets the logs. */
export function closeLogs(): void {
  newest += 1;
  worker?.terminate();
  worker = null;
  door = null;
  progress.value = null;
  files.value = [];
  tables.value = null;
  problem.value = null;
  questionsBefore.value = null;
}

/** Asks for the tables under the policy as it is now. */
async function refresh(): Promise<void> {
  const asked = door;
  if (!asked) return;
  const mine = (newest += 1);
  const text = policy.peek();
  const found = await asked.tables(text, showsCommands.peek());
  if (mine !== newest) return;
  if (text !== policy.peek()) return refresh();
  if ("error" in found) {
    problem.value = `the policy is in error: ${found.error}`;
    return;
  }
  problem.value = null;
  tables.value = found;
  questionsBefore.value ??= found.questions;
}

/** Milliseconds without a change of the policy after which the log is decided again. */
const PAUSE_MS = 250;

/** Has the log decided again whenever the policy changes. */
export function startLogs(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    void [policy.value, showsCommands.value];
    untracked(() => {
      if (files.value.length === 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), PAUSE_MS);
    });
  });
}
