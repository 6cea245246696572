// The worker that reads logs: loaded when the first one is opened, ended when the person has enough of it.
//
// Owns the reading of the files in pieces. What is in them stays in this worker.

import { expose } from "comlink";
import start, { Logs } from "../../../wasm/history.js";
import wasm from "../../../wasm/history.wasm?url";
import type { Account, ReadFile, Tables } from "../model/logs.ts";

const ready = start({ module_or_path: new URL(wasm, self.location.href) });
let logs: Logs | null = null;

/** Reads the files and tells how far it is: the file, its bytes so far, and all calls. */
async function read(files: File[], tell: (name: string, bytes: number, calls: number) => void): Promise<ReadFile[]> {
  await ready;
  logs ??= new Logs("");
  const found: ReadFile[] = [];
  let bytes = 0;
  for (const file of files) {
    logs.begin();
    for (const reader = file.stream().getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      tell(file.name, bytes, logs.push(value));
    }
    found.push({ name: file.name, account: JSON.parse(logs.end()) as Account });
  }
  return found;
}

/** The tables under a policy; its first error, if it cannot be read. */
function tables(policy: string, commands: boolean): Tables | { error: string } {
  const none = '{"error":"no log was read"}';
  const text = policy.trim() === "" ? "{}" : policy;
  return JSON.parse(logs?.tables(text, SUGGESTIONS_MAX, commands, false) ?? none) as Tables | { error: string };
}

/** Most suggestions. */
const SUGGESTIONS_MAX = 12;

const door = { read, tables };

export type LogDoor = typeof door;

expose(door);
