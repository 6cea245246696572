import assert from "node:assert/strict";
import { test } from "node:test";
import { Gate } from "shellgate";

const gate = new Gate();

/** Commands with a redirect, and the text that must lie under its span. */
const rows = [
  ["echo a > out", "> out"],
  ["echo é > out", "> out"],
  ["echo € > out", "> out"],
  ["echo 🚀 > out", "> out"],
  ["echo 🚀🚀 > '🚀 é.txt'", "> '🚀 é.txt'"],
  ["echo 👩‍👩‍👧 𝒜 > 𝒜", "> 𝒜"],
  ["echo 日本語 | cat > 日本", "> 日本"],
];

test("a finding's span cuts its place out of the command", () => {
  for (const [command, place] of rows) {
    const { findings } = gate.check({ command, cwd: "/repo" });
    const found = findings.find(({ code }) => code === "OUTPUT_REDIRECTION") ?? assert.fail(command);
    assert.equal(command.slice(found.span.start, found.span.end), place);
  }
});

test("a simple command's span cuts its text out of the command", () => {
  for (const command of ["ls 🚀 && cat é | sort", "a=𝒜; echo $a 日本; true", "(cd 🚀; ls)"]) {
    const { commands } = gate.check({ command, cwd: "/repo" });
    assert.ok(commands.length > 1, command);
    for (const { text, span } of commands) assert.equal(command.slice(span.start, span.end), text);
  }
});

test("a remark's span cuts its place out of the command", () => {
  const command = "echo 🚀; git push --force";
  const { advice } = gate.check({ command, cwd: "/repo" });
  assert.deepEqual(advice.map(({ span }) => command.slice(span.start, span.end)).includes("--force"), true);
});
