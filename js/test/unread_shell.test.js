// What the smaller module answers about PowerShell, which it cannot read: it asks in every mode, and what it can split off
// is denied. `test/conformance` asks it about every command of PowerShell in the corpus besides.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Gate } from "shellgate";

const MODES = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"];

function verdict(policy, mode, command) {
  const request = { command, tool: "PowerShell", shell: "powershell", cwd: "/repo", home: "/home/u" };
  return new Gate({ policy, mode }).check(request);
}

/** The commands of a file of cases; tests/README.md has the form. */
function cases(name) {
  const text = readFileSync(new URL(`../../policy-core/cases/${name}.md`, import.meta.url), "utf8");
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block.trimEnd().split("\n"));
  const character = (_, number) => String.fromCodePoint(parseInt(number, 16));
  return blocks.flat().map((line) => line.replaceAll("\\n", "\n").replaceAll(/<U\+([0-9A-F]+)>/g, character));
}

test("nothing is allowed in any mode, by any rule or in any sandbox", () => {
  for (const policy of [
    {},
    { permissions: { allow: ["PowerShell", "PowerShell(*)", "PowerShell(Get-Date)"] } },
    { sandbox: { enabled: true, autoAllowBashIfSandboxed: true } },
    { profile: "claurst" },
    { profile: "jazz" },
  ]) {
    for (const mode of MODES) {
      const expected = mode === "plan" || mode === "dontAsk" ? "deny" : "ask";
      for (const command of ["#", "Get-Date", "ls", "Get-ChildItem | Select-Object Name", "'", "\u{e9}"]) {
        const { decision, findings } = verdict(policy, mode, command);
        const said = `${JSON.stringify(policy)} ${mode} ${command}`;
        assert.deepEqual([decision, findings[0]?.code], [expected, "SHELL_NOT_LOADED"], said);
      }
    }
  }
  for (const mode of MODES) assert.throws(() => verdict({}, mode, ""), /`command` is empty/);
  const harmless = cases("powershell_harmless");
  assert.ok(harmless.length > 100);
  for (const command of harmless) assert.equal(verdict({}, "bypassPermissions", command).decision, "ask", command);
});

test("beside rules that allow everything, what a rule denies stays denied", () => {
  const permissions = { allow: ["PowerShell", "PowerShell(*)"], deny: ["PowerShell(Remove-Item:*)"] };
  for (const mode of MODES) {
    const harmless = "Get-ChildItem src | Select-Object Name";
    assert.notEqual(verdict({ permissions }, mode, harmless).decision, "allow", mode);
    assert.equal(verdict({ permissions }, mode, "ls; ri x").decision, "deny", mode);
  }
});

test("a deny rule is held against what can be split off, by every name of a cmdlet", () => {
  const deny = ["PowerShell(Remove-Item:*)", "PowerShell(curl:*)"];
  const policy = { permissions: { deny, ask: ["PowerShell(git push:*)"] } };
  for (const command of [
    "Remove-Item x",
    "remove-item x",
    "Get-ChildItem; ri x",
    "if ($x) { del x }",
    "gci | % { rm $_ }",
    "$x = Remove-Item x",
    "'a' ; Microsoft.PowerShell.Management\\Remove-Item x",
    "curl x",
  ]) {
    for (const mode of MODES) assert.equal(verdict(policy, mode, command).decision, "deny", `${mode} ${command}`);
  }
  assert.equal(verdict(policy, "bypassPermissions", "git push").reason.code, "ASK_RULE");
});

test("four fifths of the ways to run a denied command are denied, and none is allowed", () => {
  const rules = ["Remove-Item:*", "Invoke-WebRequest:*", "git push --force:*", "Stop-Process:*", "curl:*"];
  const deny = [...rules, "Set-Content -Path secrets*"].map((rule) => `PowerShell(${rule})`);
  const decisions = cases("powershell_denied").map((it) => verdict({ permissions: { deny } }, "default", it).decision);
  assert.ok(decisions.length > 20 && !decisions.includes("allow"));
  const denied = decisions.filter((it) => it === "deny").length;
  assert.ok(denied * 10 >= decisions.length * 8, `${denied} of ${decisions.length}`);
});

test("a text without an end is answered too", () => {
  for (const command of ["Get-Date;".repeat(20_000), "(".repeat(50_000)])
    assert.equal(verdict({}, "bypassPermissions", command).decision, "ask");
});
