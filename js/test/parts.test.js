// The module in two parts: what the first part answers alone, and what it does where it needs the rest.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as shellgate from "shellgate";
import { create } from "shellgate/slim";

const require = createRequire(import.meta.url);
const compiled = (name) => new WebAssembly.Module(readFileSync(require.resolve(`shellgate/${name}`)));
const first = compiled("core.first.wasm");
const rest = compiled("core.rest.wasm");
const whole = await create(compiled("core.wasm"));

/** Never arrives. */
const never = new Promise(() => {});
/** One that most agents run, and one whose second reading needs the tables of the grammar. */
const EVERYDAY = "git log --oneline | head -5";
const RARE = 'case "$x" in a|b) ls;; esac; echo "${x##*/}" "${x:1:2}"';

/** The commands of the benchmarks. */
const commands = readFileSync(new URL("../../tests/benches/corpus.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.replaceAll("\\n", "\n").replaceAll("\\t", "\t"));

test("everyday commands need no rest", async () => {
  const { Gate } = await create(first, never);
  const gate = new Gate({ policy: { permissions: { deny: ["Bash(rm:*)"] } } });
  const judge = new whole.Gate({ policy: { permissions: { deny: ["Bash(rm:*)"] } } });
  for (const command of [EVERYDAY, "ls -la src", "grep -rn TODO src | wc -l", "npm test", "rm -rf build"]) {
    assert.deepEqual(gate.check(command), judge.check(command));
  }
});

test("the first part gives the answer of the whole, or none", async () => {
  let gate = new (await create(first, never)).Gate();
  const judge = new whole.Gate();
  let answered = 0;
  for (const command of commands) {
    const request = JSON.stringify({ command, cwd: "/repo" });
    let answer;
    try {
      answer = gate.checkJson(request);
    } catch (error) {
      assert.equal(error.name, "CoreError");
      gate = new (await create(first, never)).Gate();
      continue;
    }
    assert.equal(answer, judge.checkJson(request));
    answered++;
  }
  assert.ok(answered > commands.length / 2, `${answered} of ${commands.length}`);
});

test("a call that needs the rest is answered as by the whole, and so are those before and after it", async () => {
  const { Gate, outline } = await create(first, rest);
  const gate = new Gate();
  for (const command of [EVERYDAY, RARE, EVERYDAY, RARE]) {
    assert.deepEqual(gate.check(command), new whole.Gate().check(command));
    assert.deepEqual(new shellgate.Gate().check(command), new whole.Gate().check(command));
  }
  assert.deepEqual(outline(RARE), whole.outline(RARE));
});

test("the rest has the tables with which numbers are read and written", async () => {
  const { Gate } = await create(first, rest);
  for (const id of [1.5, 1e300, 2 ** -1074, -0.1, 123456789.125]) {
    const request = JSON.stringify({ command: "ls", id });
    assert.equal(JSON.parse(new Gate().checkJson(request)).id, id);
    assert.equal(new Gate().checkJson(request), new whole.Gate().checkJson(request));
  }
});

test("a call that needs the rest before it is there decides nothing, and a later one is answered", async () => {
  let arrive;
  const { Gate } = await create(first, new Promise((resolve) => (arrive = resolve)));
  const gate = new Gate();
  assert.throws(() => gate.check(RARE), { name: "CoreError", message: /the rest of the module has not arrived yet/ });
  assert.deepEqual(gate.check(EVERYDAY), new whole.Gate().check(EVERYDAY));
  arrive(rest);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(gate.check(RARE), new whole.Gate().check(RARE));
});

test("a rest that cannot be loaded is an error of the calls that need it, with the cause", async () => {
  const { Gate } = await create(first, new Response("", { status: 404 }));
  await new Promise((resolve) => setImmediate(resolve));
  const gate = new Gate();
  assert.throws(
    () => gate.check(RARE),
    (error) =>
      error.name === "CoreError" && /could not be loaded/.test(error.message) && /404/.test(error.cause.message),
  );
  assert.deepEqual(gate.check(EVERYDAY), new whole.Gate().check(EVERYDAY));
});

test("a rest of another module is an error, and decides nothing", async () => {
  const other = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  const { Gate } = await create(first, other);
  assert.throws(() => new Gate().check(RARE), { name: "CoreError" });
});
