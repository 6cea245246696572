// A program without wasmtime: what it says when a module of the core is to decide.
//
//   SHELLGATE_EXE=…/shellgate node --test tests/platforms/without_engine.test.mjs
//
// The tests in Rust have a program with wasmtime, because one of them compares the module with the linked core. A released
// program has none, and neither has one that `cargo run` builds.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const program = process.env.SHELLGATE_EXE;
assert.ok(program && existsSync(program), "SHELLGATE_EXE names a program without wasmtime");
const home = mkdtempSync(join(tmpdir(), "shellgate-linked-"));
after(() => rmSync(home, { recursive: true, force: true }));
const settings = {
  engine: "wasm:/nonexistent",
  permissions: { allow: ["Bash(ls:*)", "Bash(make)"], deny: ["Bash(curl:*)"] },
};
writeFileSync(join(home, "s.json"), JSON.stringify(settings));
writeFileSync(join(home, "core.wasm"), "\0asm");

const env = { PATH: process.env.PATH, HOME: home };
const shellgate = (...words) => spawnSync(program, words, { cwd: home, env, encoding: "utf8" });

test("a module that is to decide is a question, which says how to get one that can", () => {
  for (const words of [
    ["--engine", "wasm"],
    ["--engine", "wasm:core.wasm"],
    ["--policy", "s.json"],
  ]) {
    const { status, stdout } = shellgate("check", "--json", ...words, "ls");
    assert.equal(status, 3, `${words}: ${stdout}`);
    const { decision, readOnly, reason } = JSON.parse(stdout);
    assert.deepEqual([decision, readOnly, reason.code], ["ask", false, "ENGINE_FAILED"]);
    assert.match(stdout, /this program was built without wasmtime/);
    assert.match(stdout, /--features engine`, or let the linked core decide with `--engine linked`/);
  }
});

test("without a module nothing runs, and what is denied stays denied", () => {
  for (const [mode, command, status] of [
    ["default", "curl x", 4],
    ["default", "ls", 3],
    ["default", "make", 3],
    ["bypassPermissions", "make", 3],
    ["bypassPermissions", "ls; curl x", 4],
    ["dontAsk", "ls", 4],
  ]) {
    const words = ["--policy", "s.json", "--mode", mode, command];
    assert.equal(shellgate("check", ...words).status, status, `${mode} ${command}`);
    assert.equal(shellgate("run", ...words).status, 125, `${mode} ${command}`);
  }
  const input = '{"id":7,"command":"ls"}';
  const line = spawnSync(program, ["check", "--jsonl", "--policy", "s.json"], {
    cwd: home,
    env,
    input,
    encoding: "utf8",
  });
  assert.ok(line.stdout.startsWith('{"id":7,"decision":"ask",') && line.stdout.includes("ENGINE_FAILED"), line.stdout);
  // The command line has the last word.
  const { status, stderr } = shellgate("check", "--policy", "s.json", "--engine", "linked", "ls");
  assert.equal(status, 0, stderr);
});

test("another word is no engine", () => {
  for (const word of ["wasm:", "native", ""]) {
    const { status, stderr } = shellgate("check", "--engine", word, "ls");
    assert.equal(status, 2, word);
    assert.match(stderr, /write `linked`, `wasm` or `wasm:FILE`/);
  }
});

test("the doctor says that the linked core decides, and how to get the other", () => {
  const engine = (...words) => {
    const { parts } = JSON.parse(shellgate("doctor", "--json", ...words).stdout);
    return parts.find(({ name }) => name === "engine");
  };
  const linked = engine();
  assert.equal(linked.works, true);
  assert.equal(linked.found, "the linked core decides; this program was built without wasmtime");
  const missing = engine("--engine", "wasm:/nonexistent");
  assert.equal(missing.works, false);
  assert.match(missing.found, /^the module `\/nonexistent` decides, and returns no verdict/);
  for (const { remedy } of [linked, missing]) assert.match(remedy, /--features engine/);
});
