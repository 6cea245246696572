// Waits for a judgement, but not for ever: an agent that waits longer than it wants to lets the command run.
//
// Owns the thread and the deadline.

import { Worker } from "node:worker_threads";
import type { HookAnswer } from "../index.js";

/** How long a judgement may take, in milliseconds: less than any agent waits. */
export const DEADLINE = 4000;

/** The answer to `input` from a thread of its own. Rejects when it has none within `deadline` milliseconds. */
export function answered(input: string, agent: string | undefined, deadline: number = DEADLINE): Promise<HookAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./hook-worker.js", import.meta.url));
    const end = (use: () => void) => {
      clearTimeout(timer);
      void worker.terminate();
      use();
    };
    const late = () => end(() => reject(new Error(`no decision was found within ${deadline} ms`)));
    const timer = setTimeout(late, deadline);
    worker.once("message", (answer: HookAnswer) => end(() => resolve(answer)));
    worker.once("error", (error) => end(() => reject(error)));
    worker.once("exit", () =>
      end(() => reject(new Error("the command could not be judged, because shellgate failed"))),
    );
    worker.postMessage({ input, ...(agent === undefined ? {} : { agent }) });
  });
}
