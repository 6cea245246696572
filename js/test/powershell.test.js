// The two modules: what `shellgate/powershell` reads, `shellgate` asks about (unread_shell.test.js).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as smaller from "shellgate";
import * as larger from "shellgate/powershell";
import { create } from "shellgate/slim";

const require = createRequire(import.meta.url);
const request = { cwd: "/repo", home: "/home/u", shell: "powershell", facts: { noSymbolicLinks: true } };
const command = "Get-ChildItem src | Select-Object Name";

test("both have the same members", () => {
  assert.deepEqual(Object.keys(larger), Object.keys(smaller));
  assert.deepEqual(Object.keys(require("shellgate/powershell")).sort(), Object.keys(smaller).sort());
});

test("a command of PowerShell that only reads is allowed by the one, and the other says where to find it", async () => {
  const slim = await create(readFileSync(require.resolve("shellgate/powershell.wasm")));
  for (const { Gate } of [larger, require("shellgate/powershell"), slim])
    assert.equal(new Gate().check({ ...request, command }).decision, "allow");
  const verdict = new smaller.Gate().check({ ...request, command });
  assert.equal(verdict.decision, "ask");
  assert.equal(verdict.reason.code, "SHELL_NOT_LOADED");
  assert.match(verdict.findings[0].help, /`shellgate\/powershell`/);
});

test("on bash both answer the same", () => {
  for (const bash of ["ls | head", "curl x", "rm -rf /", "Get-ChildItem", "pwsh -Command Get-Date"])
    assert.deepEqual(new larger.Gate().check(bash), new smaller.Gate().check(bash), bash);
});

test("every other operation has an answer about PowerShell in both", () => {
  for (const made of [smaller, larger]) {
    const outline = made.outline(command, "powershell");
    assert.deepEqual([outline.kind, outline.text], ["script", command]);
    assert.ok(made.classify(command, "powershell").kind);
    assert.equal(made.exitMeaning(command, 0, "powershell"), null);
    assert.equal(made.nullRedirects("dir 2>nul", "powershell"), "dir 2>nul");
    assert.ok(made.commandLine({ command, shell: "powershell" }).includes(command));
    assert.equal(made.validateRule("PowerShell(Get-ChildItem:*)"), null);
    assert.ok(made.explain("SHELL_NOT_LOADED"));
  }
  assert.equal(larger.classify(command, "powershell").kind, "list");
  const line = (made) => made.commandLine({ command, shell: "powershell" });
  assert.equal(line(smaller), line(larger));
});
