// What the module of the logs says about the logs of the audit's tests: the figures of `shellgate-audit run --mode default` and
// `suggest` over the same files.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { initSync, Logs } from "../../wasm/history.js";
import { counted, share, unreadable } from "../src/model/logs.ts";

initSync({ module: new WebAssembly.Module(readFileSync(new URL("../../wasm/history.wasm", import.meta.url))) });

const fixtures = new URL("../../../host-runner/audit/tests/fixtures/", import.meta.url);
const POLICY = readFileSync(new URL("a.json", fixtures), "utf8");

/** The logs, handed over in pieces of this many bytes. */
function read(bytes) {
  const logs = new Logs("");
  const files = ["claude.jsonl", "codex.jsonl", "table.csv"].map((name) => {
    const content = readFileSync(new URL(`logs/${name}`, fixtures));
    logs.begin();
    for (let at = 0; at < content.length; at += bytes) logs.push(content.subarray(at, at + bytes));
    return { name, account: JSON.parse(logs.end()) };
  });
  return { logs, files };
}

const tables = (logs, policy, commands = false) => JSON.parse(logs.tables(policy, 12, commands, false));

test("the tables have the figures of the audit", () => {
  const { logs } = read(1 << 16);
  const found = tables(logs, POLICY);
  assert.equal(found.calls, 23);
  const summary = found.summary.map(({ decision, code, calls, sessions }) => [decision, code, calls, sessions]);
  assert.deepEqual(
    summary.sort(),
    [
      ["allow", "ALLOW_RULE", 3, 1],
      ["allow", "READ_ONLY", 5, 3],
      ["ask", "ASK_RULE", 3, 1],
      ["ask", "ASSIGNMENT", 1, 1],
      ["ask", "NOT_READ_ONLY", 2, 2],
      ["ask", "OUTPUT_REDIRECTION", 2, 2],
      ["ask", "PATH_UNKNOWN", 1, 1],
      ["ask", "WEB_NO_RULE", 2, 1],
      ["deny", "DENY_RULE", 1, 1],
      ["depends_on_disk", "PATH_UNKNOWN", 3, 1],
    ].sort(),
  );
  const programs = Object.fromEntries(found.programs.map(({ program, calls, ask }) => [program, [calls, ask]]));
  assert.deepEqual(programs["git push"], [3, 3]);
  assert.deepEqual(programs.WebFetch, [2, 2]);
  assert.deepEqual(programs["cargo build"], [3, 0]);
  assert.equal(found.programs.length, 17);
  assert.deepEqual(
    found.hours.map(({ hour, calls, ask, sessions }) => [hour, calls, ask, sessions]),
    [
      [7, 19, 9, 1],
      [10, 2, 1, 1],
      [15, 2, 1, 1],
    ],
  );
  assert.deepEqual([found.questions, found.left], [11, 6]);
  assert.deepEqual(found.suggestions.map(({ rules }) => rules).sort(), [
    ["Bash(make -j8)"],
    ["Bash(npm run test:unit)"],
    ["Bash(rm -rf build)"],
    ["WebFetch(domain:docs.rs)"],
    ["WebFetch(domain:example.com)"],
  ]);
});

test("the size of the pieces changes nothing, and secrets are masked", () => {
  const whole = tables(read(1 << 20).logs, POLICY, true);
  assert.deepEqual(tables(read(7).logs, POLICY, true), whole);
  assert.ok(!JSON.stringify(whole).includes("ghp_0123"));
  assert.ok(JSON.stringify(whole).includes("•••"));
});

test("what cannot be read is counted and named", () => {
  const { files } = read(1 << 16);
  const rows = unreadable(files).map(({ what, file }) => `${file}: ${what}`);
  assert.deepEqual(rows.sort(), [
    "claude.jsonl: line 36: the line ends inside of a JSON value",
    "claude.jsonl: unknown kind of entry: hologram (version 2.1.330)",
    "table.csv: line 5: the record has no `command`",
  ]);
  const logs = new Logs("");
  logs.begin();
  logs.push(new TextEncoder().encode("PAR1 and more\n"));
  const account = JSON.parse(logs.end());
  assert.equal(account.format, null);
  assert.match(unreadable([{ name: "x.parquet", account }])[0].what, /shellgate-audit/);
  assert.match(unreadable([{ name: "x.bin", account }])[0].what, /no log of a known format/);
});

test("a policy that cannot be read is an error, and without a log there are no calls", () => {
  const logs = new Logs("");
  assert.match(JSON.parse(logs.tables("{", 12, false, false)).error, /./);
  assert.equal(tables(logs, "{}").calls, 0);
  assert.equal(JSON.parse(logs.end()), null);
});

test("counts are written for people", () => {
  assert.equal(counted(1, "call"), "1 call");
  assert.equal(counted(12345, "call"), "12,345 calls");
  assert.deepEqual([share(1, 3), share(0, 0)], ["33.3", "0"]);
});
