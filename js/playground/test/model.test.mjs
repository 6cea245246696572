// What the page computes itself, apart from any browser.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { asCommandLine } from "../src/model/commandLine.ts";
import { commandsOf, written } from "../src/model/commands.ts";
import { requestFor, USUAL } from "../src/model/context.ts";
import { fromLines, toLines } from "../src/model/expectations.ts";
import { given, withFacts } from "../src/model/facts.ts";
import { asMarkdown } from "../src/model/markdown.ts";
import { offsetAt, placeIn } from "../src/model/place.ts";
import { difference, edited } from "../src/model/policyEdit.ts";
import { fromFragment, toFragment } from "../src/model/share.ts";

test("commands are lines, or what is between fences", () => {
  const cases = [
    ["", []],
    ["ls\n\n  pwd  \n# a remark\n", ["ls", "pwd"]],
    ["```\nfor f in *; do\n  echo $f\ndone\n```\nls", ["for f in *; do\n  echo $f\ndone", "ls"]],
    ["```\n# in a fence\n```", ["# in a fence"]],
    ["```\n\n```", []],
    ["```\n```", []],
    ["ls\n```sh\ncat <<E\nx\nE", ["ls", "cat <<E\nx\nE"]],
    ["echo 'ä😀'\nls", ["echo 'ä😀'", "ls"]],
  ];
  for (const [document, wanted] of cases) {
    const commands = commandsOf(document);
    assert.deepEqual(
      commands.map(({ text }) => text),
      wanted,
    );
    for (const { text, from, to, line } of commands) {
      assert.equal(document.slice(from, to), text);
      assert.equal(document.slice(0, from).split("\n").length - 1, line);
    }
  }
});

test("a command that is written into the document is read back as it was", () => {
  for (const command of ["ls", "a\nb", "# x", " ls", "ls ", "\tls", "cat <<E\nx\nE"]) {
    assert.deepEqual(
      commandsOf(written(command)).map(({ text }) => text),
      [command],
    );
  }
});

test("an edit of a policy keeps comments and formatting", () => {
  const add = (value) => [{ do: "append", path: ["permissions", "allow"], value }];
  const cases = [
    ["", add("Bash(x)"), '{\n  "permissions": {\n    "allow": [\n      "Bash(x)"\n    ]\n  }\n}'],
    [
      '{ // why\n  "permissions": {\n    "allow": [\n      "Bash(a)" // a\n    ]\n  }\n}\n',
      add("Bash(x)"),
      '{ // why\n  "permissions": {\n    "allow": [\n      "Bash(a)", // a\n      "Bash(x)"\n    ]\n  }\n}\n',
    ],
    [
      '{"permissions":{"allow":["Bash(a)", "Bash(b)"]}}',
      add('Bash("q")'),
      '{"permissions":{"allow":["Bash(a)", "Bash(b)", "Bash(\\"q\\")"]}}',
    ],
    [
      '{\n  /* all */\n  "permissions": { "deny": ["Bash(a)", "Bash(b)"] }\n}',
      [{ do: "remove", path: ["permissions", "deny", 0], value: "Bash(a)" }],
      '{\n  /* all */\n  "permissions": { "deny": ["Bash(b)"] }\n}',
    ],
    [
      '{"permissions":{"deny":["a", "b"]}}',
      [{ do: "remove", path: ["permissions", "deny", 1], value: "b" }],
      '{"permissions":{"deny":["a"]}}',
    ],
    [
      '{"permissions":{"deny":["a"]}}',
      [{ do: "remove", path: ["permissions", "deny", 0], value: "a" }],
      '{"permissions":{"deny":[]}}',
    ],
  ];
  for (const [before, steps, after] of cases) assert.equal(edited(before, steps), after);
});

test("a request of a web tool has the line in the field of that tool", () => {
  const context = { ...USUAL, tool: "WebFetch", mode: "plan" };
  assert.deepEqual(requestFor("https://docs.rs/", context, {}), {
    tool: "WebFetch",
    url: "https://docs.rs/",
    mode: "plan",
  });
  assert.deepEqual(requestFor("rust", { ...USUAL, tool: "WebSearch" }, {}), { tool: "WebSearch", query: "rust" });
});

test("the difference of two texts makes one of the other", () => {
  const texts = ["", "a", "aa", "aba", "abba", "xaby"];
  for (const before of texts) {
    for (const after of texts) {
      const { from, to, insert } = difference(before, after);
      assert.equal(before.slice(0, from) + insert + before.slice(to), after);
    }
  }
});

test("places count lines and scalar values from 1", () => {
  const text = '{\n  "😀": ["x"]\n}';
  assert.equal(text.slice(offsetAt(text, 2, 9), offsetAt(text, 2, 12)), '"x"');
  assert.equal(offsetAt(text, 9, 1), text.length);
  assert.equal(text[offsetAt(text, 1, 99)], "\n");
  assert.deepEqual(placeIn("C:/a.json:3:15"), { file: "C:/a.json", line: 3, column: 15 });
  assert.equal(placeIn("the default"), null);
});

test("a link holds all of the work and nothing is lost", async () => {
  const work = {
    policy: '{ // "ä😀"\n}',
    second: null,
    commands: "ls\n".repeat(500),
    context: { ...USUAL, shell: "zsh", mode: "plan", cwd: "/x" },
    facts: { existing: { "/a": true } },
    expectations: [{ command: "ls", expected: "allow" }],
  };
  const fragment = await toFragment(work);
  assert.match(fragment, /^w=[\w-]+$/);
  assert.ok(fragment.length < 400, "it is compressed");
  assert.deepEqual(await fromFragment(`#${fragment}`), work);
  assert.equal(await fromFragment("#answer"), null);
});

test("a damaged link and one that unpacks without end are refused", async () => {
  const fragment = await toFragment({
    policy: "{}",
    second: null,
    commands: "ls",
    context: USUAL,
    facts: {},
    expectations: [],
  });
  const endless = await toFragment({
    policy: "x".repeat(5_000_000),
    second: null,
    commands: "",
    context: USUAL,
    facts: {},
    expectations: [],
  });
  for (const broken of [
    "w=",
    "w=%%",
    fragment.slice(0, -9),
    `${fragment.slice(0, 9)}A${fragment.slice(10)}`,
    endless,
  ]) {
    await assert.rejects(fromFragment(broken), /damaged/);
  }
});

test("the copied lines give a shell exactly the policy and the command", (context) => {
  const bash = spawnSync("bash", ["--version"]);
  if (bash.status !== 0) return context.skip("there is no bash here");
  const policies = ['{\n  "a": "it\'s $HOME `x`"\n}\n', "{}", "POLICY\nPOLICY_\n", '{"a":"\\\\"}'];
  const commands = ["git push", "echo 'it''s' \"$x\" `y` \\ ; #", "cat <<E\nx\nE", "--help", "ä😀"];
  const folder = mkdtempSync(join(tmpdir(), "playground-"));
  try {
    for (const policy of policies) {
      for (const command of commands) {
        const lines = `shellgate() { printf '%s\\0' "$@"; }\n${asCommandLine(policy, command, { ...USUAL, cwd: "/a b" }, {})}`;
        const { stdout } = spawnSync("bash", [], { cwd: folder, input: lines, encoding: "utf8" });
        const words = stdout.split("\0").slice(0, -1);
        assert.deepEqual(words.slice(-3), ["--json", "--", command]);
        assert.equal(words[words.indexOf("--cwd") + 1], "/a b");
        assert.equal(readFileSync(join(folder, "policy.json"), "utf8"), policy.endsWith("\n") ? policy : `${policy}\n`);
        const facts = { existing: { "/it's": true } };
        const piped = `shellgate() { cat; }\n${asCommandLine(policy, command, USUAL, facts)}`;
        const request = JSON.parse(spawnSync("bash", [], { cwd: folder, input: piped, encoding: "utf8" }).stdout);
        assert.deepEqual(request, { command, cwd: "/repo", home: "/home/u", facts });
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return undefined;
});

test("a fence of the copied Markdown is longer than every run of back-ticks in it", () => {
  const verdict = {
    decision: "ask",
    readOnly: false,
    reason: { code: "C", message: "m", rule: null, source: null, modelMessage: "" },
    findings: [],
  };
  assert.ok(asMarkdown("{}", "echo ````", USUAL, verdict, "0").startsWith("`````sh\necho ````\n`````\n"));
});

test("expectations are lines, and a wrong line is named", () => {
  const table = [
    { command: "a\nb", expected: "deny" },
    { command: "ls", expected: "allow" },
  ];
  assert.deepEqual(fromLines(toLines(table)), table);
  assert.throws(
    () => fromLines('{"command":"ls","expected":"allow"}\n{"command":"ls","expected":"perhaps"}'),
    /line 2 /,
  );
});

test("facts add up, and each can be taken back", () => {
  const facts = withFacts(withFacts({}, { existing: { "/a": true } }), {
    existing: { "/b": false },
    noSymbolicLinks: true,
  });
  assert.deepEqual(facts, { existing: { "/a": true, "/b": false }, noSymbolicLinks: true });
  assert.deepEqual(
    given(facts).map(({ without }) => without),
    [
      { existing: { "/b": false }, noSymbolicLinks: true },
      { existing: { "/a": true }, noSymbolicLinks: true },
      { existing: { "/a": true, "/b": false } },
    ],
  );
});
