// `npx shellgate`: the program where its package is installed, else the verdicts of the module.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { find } from "../command/program.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(here("../package.json"), "utf8"));
const system = `${process.platform}-${process.arch}`;
const root = mkdtempSync(join(tmpdir(), "shellgate-command-"));
after(() => rmSync(root, { recursive: true }));

let places = 0;

/** A project with the package, and a home without settings. */
function place() {
  const at = join(root, String((places += 1)));
  const own = join(at, "node_modules/shellgate");
  mkdirSync(join(at, "home"), { recursive: true });
  cpSync(here("../dist"), join(own, "dist"), { recursive: true, filter: (path) => !/\.d\.c?ts$/.test(path) });
  write(own, "package.json", JSON.stringify({ name: "shellgate", version, type: "module" }));
  const run = (words, input = "") => {
    const env = { ...process.env, HOME: join(at, "home"), SHELL: "/bin/bash" };
    return spawnSync(process.execPath, [join(own, "dist/bin.js"), ...words], { cwd: at, input, env, encoding: "utf8" });
  };
  return { at, own, run };
}

function write(folder, name, text) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** Installs a program that prints its arguments, in a package of this system beneath `folder`. */
function install(folder, its = version, script = '#!/bin/sh\necho "program: $*"\ncat\nexit 7\n') {
  const at = join(folder, "node_modules/@shellgate", system);
  write(at, "package.json", JSON.stringify({ name: `@shellgate/${system}`, version: its }));
  write(at, "bin/shellgate", script);
  chmodSync(join(at, "bin/shellgate"), 0o755);
}

test("check exits as the program does and draws the verdict", () => {
  const { at, run } = place();
  write(at, "deny.json", '{"permissions":{"deny":["Bash(curl:*)"]}}');
  for (const [words, status, text] of [
    [["check", "ls"], 0, "allow[READ_ONLY]: it only reads"],
    [["check", "rm x"], 3, "ask[EDITS_FILES]"],
    [["check", "--policy", "deny.json", "ls; curl x"], 4, "deny[DENY_RULE]"],
    [["check", "--mode", "acceptEdits", "ls"], 0, "allow"],
    [["check", "--json", "ls"], 0, '{"decision":"allow"'],
  ]) {
    const done = run(words);
    assert.equal(done.status, status, `${words}: ${done.stderr}`);
    assert.ok(done.stdout.startsWith(text), `${words}: ${done.stdout}`);
  }
});

test("check finds the settings of the directory", () => {
  const { at, run } = place();
  write(at, ".claude/settings.json", '{"permissions":{"deny":["Bash(ls:*)"]}}');
  assert.equal(run(["check", "ls"]).status, 4);
  assert.equal(run(["check", "--no-policy", "ls"]).status, 0);
  write(at, ".claude/settings.json", '{"permissions":');
  const done = run(["check", "--json", "ls"]);
  assert.equal(done.status, 5, done.stderr);
  assert.match(JSON.parse(done.stdout).error.message, /settings\.json:1:/);
});

test("check says what is wrong with its arguments", () => {
  const { run } = place();
  for (const words of [
    [],
    ["--mode", "yolo", "ls"],
    ["--shell", "fish", "ls"],
    ["--cwd", "missing", "ls"],
    ["--engine", "x", "ls"],
  ]) {
    const done = run(["check", ...words]);
    assert.equal(done.status, 2, `${words}: ${done.stderr}`);
    assert.match(done.stderr, /^error: /);
  }
});

test("check --jsonl answers every line in its order", () => {
  const { run } = place();
  const done = run(["check", "--jsonl"], '{"id":1,"command":"ls"}\nno request\n{"id":2,"command":"rm -rf /"}\n');
  const answers = done.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual([answers[0].id, answers[0].decision], [1, "allow"]);
  assert.match(answers[1].error.message, /not valid JSON/);
  assert.deepEqual([answers[2].id, answers[2].decision], [2, "ask"]);
});

test("what a terminal obeys is not drawn", () => {
  const { run } = place();
  const done = run(["check", "echo \u001b[2Jx"]);
  assert.ok(!done.stdout.includes("\u001b") && done.stdout.includes("\\u{1b}"), done.stdout);
});

test("a command that only the program has says how to get it", () => {
  const { run } = place();
  const done = run(["run", "ls"]);
  assert.equal(done.status, 2);
  assert.match(done.stderr, /`run` is a command of the program alone: .*`npm install shellgate-cli` brings it/);
});

test(
  "the program of this system is run with the arguments, the input and the exit code",
  { skip: process.platform === "win32" && "the stand-in is a script of sh" },
  () => {
    const { at, run } = place();
    install(at);
    const done = run(["run", "a b"], "input");
    assert.deepEqual([done.status, done.stdout], [7, "program: run a b\ninput"]);
    install(at, version, "#!/bin/sh\nkill -TERM $$\n");
    assert.equal(run(["run"]).status, 128 + 15);
  },
);

test("the program is found beside the command package too", () => {
  const { at, own } = place();
  const command = join(at, "node_modules/shellgate-cli");
  write(command, "package.json", JSON.stringify({ name: "shellgate-cli", version }));
  install(command);
  assert.equal(
    find(join(own, "dist/bin.js"), version).path,
    join(command, "node_modules/@shellgate", system, "bin/shellgate"),
  );
});

test("a program of another version does not answer", () => {
  const { at, run } = place();
  install(at, "9.9.9");
  assert.equal(run(["check", "ls"]).status, 0);
  assert.match(run(["run", "ls"]).stderr, /of version 9\.9\.9 instead of/);
});

test(
  "a program that cannot be started leaves check and hook to the module",
  { skip: process.platform === "win32" && "the stand-in is a script of sh" },
  () => {
    const { at, run } = place();
    install(at, version, "no program");
    chmodSync(join(at, "node_modules/@shellgate", system, "bin/shellgate"), 0o644);
    assert.equal(run(["check", "ls"]).status, 0);
    const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" }, cwd: at };
    const done = run(["hook", "--agent", "claude"], JSON.stringify(call));
    assert.match(done.stdout, /"permissionDecision":"allow"/, done.stderr);
    const other = run(["doctor"]);
    assert.equal(other.status, 2);
    assert.match(other.stderr, /cannot be started: .*install the package again/);
  },
);

test("a system without a package and a lock file of another system get a sentence", () => {
  const { at, own } = place();
  assert.match(
    find(own, version, "freebsd", "riscv64").problem,
    /no package of the program for freebsd-riscv64; build it/,
  );
  const command = join(at, "node_modules/shellgate-cli");
  write(command, "package.json", JSON.stringify({ name: "shellgate-cli", version }));
  const { problem } = find(join(command, "bin.js"), version);
  assert.match(problem, /the lock file may come from another system: .*--include=optional/);
});
