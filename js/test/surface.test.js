// What the package gives besides verdicts.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as shellgate from "shellgate";

const { RequestError } = shellgate;

test("explain tells a check by its code, in any spelling, and by its number", () => {
  const story = shellgate.explain("OUTPUT_REDIRECTION") ?? assert.fail();
  assert.deepEqual(
    ["output-redirection", "10"].map((code) => shellgate.explain(code)),
    [story, story],
  );
  assert.equal(story.number, 10);
  assert.ok(story.message && story.help && story.text);
  assert.equal(shellgate.explain("NO_SUCH_CODE"), null);
});

test("every check is explained, with commands on which it fires and others on which it is silent", () => {
  const stories = shellgate.explainAll();
  assert.equal(new Set(stories.map(({ code }) => code)).size, stories.length);
  const checks = stories.filter(({ number }) => number !== null);
  const numbers = checks.map(({ number }) => number).sort((one, other) => one - other);
  assert.deepEqual(
    numbers,
    Array.from({ length: numbers.length }, (_, at) => at + 1),
  );
  assert.ok(numbers.length > 0);
  for (const { code, examples } of checks) {
    const kinds = new Set(examples.map(({ expectation }) => expectation));
    assert.ok(kinds.has("fires") && kinds.has("silent"), code);
    for (const { shell, command } of examples) assert.ok(shell && command, code);
  }
});

test("validateRule says what is wrong with a rule, and where in it", () => {
  for (const rule of ["Bash(npm run:*)", "Bash", "Read(./.env)"])
    assert.equal(shellgate.validateRule(rule), null, rule);
  const rule = "Bash(🚀 npm";
  const problem = shellgate.validateRule(rule) ?? assert.fail();
  assert.match(problem.message, /not closed/);
  assert.equal(problem.help, "write `Bash(🚀 npm)`");
  assert.equal(rule.slice(problem.span.start, problem.span.end), "(🚀 npm");
});

test("outline is a tree whose places cut its texts out of the command", () => {
  const command = "echo 🚀 'a b' | sort > é && (cd x; ls)";
  const kinds = new Set();
  (function walk(node) {
    kinds.add(node.kind);
    assert.equal(command.slice(node.start, node.end), node.text);
    for (const child of node.children) {
      assert.ok(child.start >= node.start && child.end <= node.end);
      walk(child);
    }
  })(shellgate.outline(command));
  for (const kind of ["script", "command", "word", "operator", "redirect", "subshell"])
    assert.ok(kinds.has(kind), kind);
});

test("commandLine is the text that a shell gets", () => {
  assert.equal(shellgate.commandLine({ command: "ls | head" }), "ls | head");
  const line = shellgate.commandLine({ command: "ls | head", input: "null", directoryNote: "/tmp/it's" });
  assert.match(line, /ls < \/dev\/null \| head/);
  assert.match(line, /'\/tmp\/it'/);
});

test("nullRedirects turns what Windows writes into what bash reads", () => {
  assert.equal(shellgate.nullRedirects("dir 2>nul"), "dir 2>/dev/null");
  assert.equal(shellgate.nullRedirects("echo '2>nul'"), "echo '2>nul'");
});

test("exitMeaning knows which status is no failure", () => {
  assert.deepEqual(shellgate.exitMeaning("grep x a", 1), { means: "no line matched", failure: false });
  assert.equal(shellgate.exitMeaning("grep x a", 300), null);
});

test("preview bounds what a command wrote, whether it is text or bytes", () => {
  const text = "é\u001b[31mred\u001b[0m\n";
  assert.deepEqual(shellgate.preview(text), { text: "éred\n", complete: true, hints: [], image: null });
  assert.deepEqual(shellgate.preview(new TextEncoder().encode(text)), shellgate.preview(text));
  const cut = shellgate.preview("line\n".repeat(1000), 200);
  assert.ok(!cut.complete && cut.text.length < 300);
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  assert.match(shellgate.preview(png).image ?? "", /^data:image\/png;base64,/);
  assert.equal(shellgate.preview("half \ud83d").text, "half \ufffd");
});

test("editPreview shows what sed would change, from contents that the caller gives", () => {
  const contents = { "/w/f": "let old = 1;\n" };
  const edit = shellgate.editPreview("sed -i 's/old/new/' f", contents, { cwd: "/w" }) ?? assert.fail();
  assert.deepEqual(
    edit.files.map(({ path, newContent }) => [path, newContent]),
    [["/w/f", "let new = 1;\n"]],
  );
  assert.equal(shellgate.editPreview("sed -i 's/old/new/' f", { "/w/f": null }, { cwd: "/w" }), null);
  assert.equal(shellgate.editPreview("ls", {}), null);
});

test("classify says how a command is shown", () => {
  assert.deepEqual(
    ["ls", "grep x a", "sed -i s/a/b/ f"].map((command) => shellgate.classify(command).kind),
    ["list", "search", "edit"],
  );
});

/** Calls with what they do not take. */
const wrong = {
  "explain a number": () => shellgate.explain(7),
  "explain nothing": () => shellgate.explain(undefined),
  "validate no rule": () => shellgate.validateRule(null),
  "validate for no list": () => shellgate.validateRule("Bash", "maybe"),
  "outline a list": () => shellgate.outline(["ls"]),
  "outline for no shell": () => shellgate.outline("ls", "fish"),
  "outline half of a surrogate pair": () => shellgate.outline("\ud83d"),
  "a command line of nothing": () => shellgate.commandLine({}),
  "a command line with an unknown key": () => shellgate.commandLine({ command: "ls", stdin: true }),
  "a status below zero": () => shellgate.exitMeaning("ls", -1),
  "a status with a point": () => shellgate.exitMeaning("ls", 1.5),
  "a preview of nothing": () => shellgate.preview(undefined),
  "a preview of a number": () => shellgate.preview(7),
  "an edit without contents": () => shellgate.editPreview("sed -i s/a/b/ f", null),
  "an edit in a relative directory": () => shellgate.editPreview("sed -i s/a/b/ f", {}, { cwd: "w" }),
  "classify nothing": () => shellgate.classify(undefined),
};

for (const [name, call] of Object.entries(wrong)) {
  test(`${name}: a typed error, and the next call works`, () => {
    assert.throws(call, (error) => error instanceof RequestError && error.help.length > 0);
    assert.equal(shellgate.nullRedirects("ls"), "ls");
  });
}

/** Options that are none. */
const options = [
  null,
  7,
  "{}",
  [],
  { polcy: {} },
  { policy: 7 },
  { policy: {}, root: "here" },
  { mode: "yolo" },
  { policy: {}, sources: [] },
  { sources: [{ name: "a" }] },
];

for (const given of options) {
  test(`${JSON.stringify(given)} are no options of a gate`, () => {
    assert.throws(() => new shellgate.Gate(given), shellgate.PolicyError);
    assert.equal(new shellgate.Gate().check("ls").decision, "allow");
  });
}

test("what settings say and cannot do is a warning of the gate, with its place", () => {
  const policy = { permissions: { allow: ["Bash(make"], deny: ["Bash(curl:*)"] }, futureKey: true };
  const { warnings } = new shellgate.Gate({ policy, file: "settings.json" });
  assert.deepEqual(
    warnings.map(({ file, line, column }) => [file, line, column]),
    [
      ["settings.json", 4, 12],
      ["settings.json", 10, 3],
    ],
  );
  for (const { message, help } of warnings) assert.ok(message && help);
  assert.deepEqual(new shellgate.Gate({ policy: { permissions: { deny: ["Bash(curl:*)"] } } }).warnings, []);
  assert.deepEqual(new shellgate.Gate().warnings, []);
});

test("several sources add up, and a rule says which one it is from", () => {
  const sources = [
    { name: "user.json", text: '{ "permissions": { "allow": ["Bash(rm x)"], "defaultMode": "plan" } }' },
    {
      name: "project.json",
      text: '// ours\n{ "permissions": { "deny": ["Bash(curl:*)"], "defaultMode": "default" } }',
    },
  ];
  const gate = new shellgate.Gate({ sources });
  assert.equal(gate.check("curl x").reason.source, "project.json:2:29");
  assert.equal(gate.check({ command: "npm publish", cwd: "/repo" }).decision, "ask");
  assert.throws(() => new shellgate.Gate({ sources: [...sources, { name: "broken.json", text: "{" }] }), {
    file: "broken.json",
  });
});

test("the mode of the options replaces the settings' own", () => {
  const policy = { permissions: { defaultMode: "default" } };
  assert.equal(new shellgate.Gate({ policy, mode: "dontAsk" }).check("npm publish").decision, "deny");
});
