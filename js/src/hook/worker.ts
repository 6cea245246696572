// Judges in a thread of its own, so that whoever waits can stop waiting.
//
// Owns the two messages: the call in, the answer out.

import { parentPort } from "node:worker_threads";
import { answer } from "./judge.js";

parentPort?.on("message", ({ input, agent }: { input: string; agent?: string }) =>
  parentPort?.postMessage(answer(input, agent)),
);
