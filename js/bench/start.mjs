// What a start costs in Node, in fresh processes one after the other: from import to the first verdict against
// web-tree-sitter's first tree, and how much longer a process lives that decides one command than an empty one.
//
//     cargo xtask wasm && npm ci --prefix js/bench --ignore-scripts && node js/bench/start.mjs [--json]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const RUNS = 9;
const { values: asked } = parseArgs({ options: { json: { type: "boolean" } } });
const here = (path) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
const COMMAND = JSON.stringify("git log --oneline | head -5");

/** Programs that say after how many milliseconds they have their first answer. */
const programs = {
  empty: `console.log(0)`,
  verdict: `
    const start = performance.now();
    const { readFileSync } = await import("node:fs");
    const core = await import(${here("../wasm/core.js")});
    core.initSync({ module: readFileSync(${here("../wasm/core.first.wasm")}) });
    const verdict = new core.Gate("{}").check(JSON.stringify({ command: ${COMMAND} }));
    if (verdict.commands.length !== 2) throw new Error("no verdict");
    console.log(performance.now() - start);`,
  "web-tree-sitter": `
    const start = performance.now();
    const { Language, Parser } = await import(${here("node_modules/web-tree-sitter/web-tree-sitter.js")});
    await Parser.init();
    const parser = new Parser();
    parser.setLanguage(await Language.load(${here("node_modules/tree-sitter-bash/tree-sitter-bash.wasm")}));
    if (parser.parse(${COMMAND}).rootNode.hasError) throw new Error("no tree");
    console.log(performance.now() - start);`,
};

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];
const first = {};
const whole = {};
for (let run = 0; run < RUNS; run++) {
  for (const [name, program] of Object.entries(programs)) {
    const start = performance.now();
    const done = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    (whole[name] ??= []).push(performance.now() - start);
    if (done.status !== 0) throw new Error(`${name}: ${done.stderr}`);
    (first[name] ??= []).push(Number(done.stdout));
  }
}
const result = {
  firstVerdict: median(first.verdict),
  firstTree: median(first["web-tree-sitter"]),
  ratio: median(first.verdict) / median(first["web-tree-sitter"]),
  longerThanEmpty: median(whole.verdict) - median(whole.empty),
  treeLongerThanEmpty: median(whole["web-tree-sitter"]) - median(whole.empty),
};
if (asked.json) {
  console.log(JSON.stringify(result));
} else {
  const { firstVerdict, firstTree, ratio, longerThanEmpty, treeLongerThanEmpty } = result;
  console.log(`first verdict ${firstVerdict.toFixed(0)} ms, first tree ${firstTree.toFixed(0)} ms: ${ratio.toFixed(2)} (wanted 0.75)`);
  console.log(`a process with one verdict lives ${longerThanEmpty.toFixed(0)} ms longer than an empty one (wanted 40)`);
  console.log(`a process with one tree ${treeLongerThanEmpty.toFixed(0)} ms`);
}
