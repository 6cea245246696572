// What a process costs that starts, decides one command and ends, side by side in one run: an empty one, one with the
// package as ESM and as CommonJS, and one in which web-tree-sitter parses the same command.
//
//     cargo xtask wasm && npm --prefix js ci && npm --prefix js run build
//     npm ci --prefix js/bench --ignore-scripts && node js/bench/process.mjs [--json]
//
// An engine goes on compiling after the first answer, and a process that has nothing left to do waits for that: the
// time is that of the whole process, with its end.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const ROUNDS = 9;
/** One that both readings read: it has quotes. */
const COMMAND = "git log --format='%h %s' && grep -rn \"a b\" src | head -5 2>/dev/null";
const { values: asked } = parseArgs({ options: { json: { type: "boolean" } } });

const here = (path) => JSON.stringify(new URL(path, import.meta.url).href);
const file = (path) => JSON.stringify(new URL(path, import.meta.url).pathname);
const command = JSON.stringify(COMMAND);
const last = "process.stdout.write(String(performance.now() - start))";

/** Programs as text; each tells how long it took to its first answer. */
const programs = {
  empty: `const start = performance.now();`,
  esm: `const start = performance.now(); const { Gate } = await import(${here("../dist/index.node.js")});
    new Gate({}).check({ command: ${command} });`,
  cjs: `import { createRequire } from "node:module"; const start = performance.now();
    const { Gate } = createRequire(${here("../")})(${file("../dist/index.cjs")});
    new Gate({}).check({ command: ${command} });`,
  "web-tree-sitter": `const start = performance.now();
    const { Language, Parser } = await import(${here("node_modules/web-tree-sitter/web-tree-sitter.js")});
    await Parser.init(); const parser = new Parser();
    parser.setLanguage(await Language.load(${file("node_modules/tree-sitter-bash/tree-sitter-bash.wasm")}));
    parser.parse(${command});`,
};

/** Milliseconds: the whole process, and what it said of its first answer. */
function run(program) {
  const start = performance.now();
  const done = spawnSync(process.execPath, ["--input-type=module", "-e", `${program}\n${last}`], { encoding: "utf8" });
  const whole = performance.now() - start;
  if (done.status !== 0) throw new Error(done.stderr);
  return { whole, answer: Number(done.stdout) };
}

const best = Object.fromEntries(Object.keys(programs).map((name) => [name, { whole: Infinity, answer: Infinity }]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, program] of Object.entries(programs)) {
    const { whole, answer } = run(program);
    best[name].whole = Math.min(best[name].whole, whole);
    best[name].answer = Math.min(best[name].answer, answer);
  }
}

/** Milliseconds by which each process lives longer than an empty one. */
const longer = Object.fromEntries(
  Object.entries(best).flatMap(([name, { whole }]) => (name === "empty" ? [] : [[name, whole - best.empty.whole]])),
);
if (asked.json) {
  console.log(JSON.stringify({ command: COMMAND, milliseconds: best, longer }));
} else {
  console.log(`${COMMAND}: milliseconds, best of ${ROUNDS}`);
  for (const [name, { whole, answer }] of Object.entries(best)) {
    const more = name === "empty" ? "" : `  first answer ${answer.toFixed(0)}  more than an empty one ${longer[name].toFixed(0)}`;
    console.log(`  ${name.padEnd(16)} ${whole.toFixed(0).padStart(5)}${more}`);
  }
}
