// Each build of the module in Node, in a thread of its own: the answers to the corpus.
//
// Owns which files a build is loaded from.

import { readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { ask } from "./ask.js";

const js = new URL("../../", import.meta.url);
const BUILDS = { node: whole, smaller: withoutPowerShell, first: firstPart };

/** What `build` answers to the corpus in `file`; the form of the report is that of `ask`. */
export function inNode(build, file) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { build, file } });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error(`the thread of ${build} ended without a report`)));
  });
}

if (!isMainThread) parentPort.postMessage(await BUILDS[workerData.build](readFileSync(workerData.file, "utf8")));

/** Everything of `shellgate/powershell`. */
async function whole(corpus) {
  const { Gate } = await import(new URL("dist/powershell.js", js));
  return ask(corpus, { Gate, core: await glue("dist/powershell.wasm") });
}

/** Everything but PowerShell of `shellgate`. */
async function withoutPowerShell(corpus) {
  const { Gate } = await import(new URL("dist/index.js", js));
  return ask(corpus, { Gate, core: await glue("dist/core.wasm"), withoutPowerShell: true });
}

/** What the first part of the module answers without the rest. Any call that needs that ends its instance. */
async function firstPart(corpus) {
  const { create } = await import(new URL("dist/slim.js", js));
  const { Gate } = await create(readFileSync(new URL("dist/core.first.wasm", js)), new Promise(() => {}));
  return ask(corpus, { Gate, withoutPowerShell: true, withoutRest: true });
}

/** The bindings' glue, with an instance of the module in `file`. */
async function glue(file) {
  const core = await import(new URL("wasm/core.js", js));
  core.initSync({ module: readFileSync(new URL(file, js)) });
  return core;
}
