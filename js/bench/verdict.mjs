// What a verdict costs in Node, side by side in one run with web-tree-sitter that parses the same text and takes its
// argv out, and, with `--native PROGRAM`, with the core without a border.
//
//     cargo xtask wasm && npm ci --prefix js/bench --ignore-scripts && node js/bench/verdict.mjs [--json]
//     cargo build --release -p policy-core --example answers
//     node js/bench/verdict.mjs --native target/release/examples/answers
//
// Each command keeps its best time of several rounds; the percentiles are over the commands. Times belong to the
// machine, the ratios to the project.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { Language, Parser } from "web-tree-sitter";

import * as core from "../wasm/core.js";

const ROUNDS = 20;
const { values: asked } = parseArgs({ options: { json: { type: "boolean" }, native: { type: "string" } } });
const root = new URL("../../", import.meta.url);

// The blocks of the file hold one command a line; tests/support/src/cases.rs says what a line can spell.
const cases = readFileSync(new URL("policy-core/cases/harmless.md", root), "utf8");
const commands = [...cases.matchAll(/^```sh\n(.*?)\n```$/gms)].flatMap(([, block]) =>
  block.split("\n").map((line) =>
    line
      .replaceAll("\\n", "\n")
      .replace(/<U\+([0-9A-F]+)>/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16))),
  ),
);
const facts = { noSymbolicLinks: true, bareRepository: false };
const requests = commands.map((command) => ({ command, cwd: "/repo", home: "/home/u", facts }));

core.initSync({ module: readFileSync(new URL("../wasm/core.wasm", import.meta.url)) });
const gate = new core.Gate("{}");

await Parser.init();
const parser = new Parser();
parser.setLanguage(
  await Language.load(new URL("node_modules/tree-sitter-bash/tree-sitter-bash.wasm", import.meta.url).pathname),
);

/** The argv of every simple command of a tree, by a cursor, as a guard in JavaScript takes it out. */
function argv(tree) {
  const found = [];
  const cursor = tree.walk();
  let current = null;
  for (let down = true; ; ) {
    if (down) {
      const type = cursor.nodeType;
      if (type === "command") found.push((current = []));
      else if (current && cursor.currentFieldName === "name") current.push(cursor.nodeText);
      else if (current && cursor.currentFieldName === "argument") current.push(cursor.nodeText);
    }
    if (down && cursor.gotoFirstChild()) continue;
    if (cursor.gotoNextSibling()) {
      down = true;
      continue;
    }
    if (!cursor.gotoParent()) break;
    down = false;
  }
  cursor.delete();
  return found;
}

const contenders = {
  object: (at) => gate.check(JSON.stringify(requests[at])),
  text: (at) => gate.checkJson(texts[at]),
  "web-tree-sitter": (at) => {
    const tree = parser.parse(commands[at]);
    const found = argv(tree);
    tree.delete();
    return found;
  },
};
const texts = requests.map((request) => JSON.stringify(request));

const best = Object.fromEntries(Object.keys(contenders).map((name) => [name, commands.map(() => Infinity)]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, work] of Object.entries(contenders)) {
    for (let at = 0; at < commands.length; at++) {
      const start = performance.now();
      work(at);
      best[name][at] = Math.min(best[name][at], (performance.now() - start) * 1000);
    }
  }
}

/** Microseconds: median, 90th percentile, mean. */
function cost(times) {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (part) => sorted[Math.floor((sorted.length - 1) * part)];
  return { p50: at(0.5), p90: at(0.9), mean: times.reduce((sum, time) => sum + time, 0) / times.length };
}

/** What the same requests cost without a border. */
function native(program) {
  const done = spawnSync(program, { input: texts.join("\n") + "\n", encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${program}: ${done.stderr ?? done.error}`);
  return cost(JSON.parse(done.stdout));
}

const costs = Object.fromEntries(Object.entries(best).map(([name, times]) => [name, cost(times)]));
const ratio = (part) => costs.object[part] / costs["web-tree-sitter"][part];
const result = { commands: commands.length, costs, ratios: { p50: ratio("p50"), p90: ratio("p90"), mean: ratio("mean") } };
if (asked.native) {
  costs.native = native(asked.native);
  result.ratios.native = costs.text.p50 / costs.native.p50;
}
if (asked.json) {
  console.log(JSON.stringify(result));
} else {
  console.log(`${result.commands} commands, microseconds`);
  for (const [name, { p50, p90, mean }] of Object.entries(costs)) {
    console.log(`  ${name.padEnd(16)} p50 ${p50.toFixed(1)}  p90 ${p90.toFixed(1)}  mean ${mean.toFixed(1)}`);
  }
  const { p50, p90 } = result.ratios;
  console.log(`object : web-tree-sitter  p50 ${p50.toFixed(2)} (wanted 0.80)  p90 ${p90.toFixed(2)} (wanted 0.50)`);
  if (asked.native) console.log(`text : native             p50 ${result.ratios.native.toFixed(2)} (wanted 1.40)`);
}
