import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { inspect } from "node:util";
import { explainAll, Gate, version } from "shellgate";

const policy = {
  permissions: { allow: ["Bash(npm run test:*)"], ask: ["Bash(git push:*)"], deny: ["Bash(curl:*)"] },
};

test("a verdict has the decision, its reason and the rule with its place", () => {
  const gate = new Gate({ policy: JSON.stringify(policy) });
  const verdict = gate.check({ command: "git push --force", cwd: "/repo" });
  assert.equal(verdict.decision, "ask");
  assert.equal(verdict.reason.rule, "Bash(git push:*)");
  assert.match(verdict.reason.source ?? "", /^policy:1:\d+$/);
});

test("deny, ask and allow come from the policy, whether it is an object or text", () => {
  for (const given of [policy, JSON.stringify(policy), `// comment\n${JSON.stringify(policy)}`]) {
    const gate = new Gate({ policy: given });
    const decisions = ["npm run test x", "git push", "ls; curl x", "rm x"].map(
      (command) => gate.check(command).decision,
    );
    assert.deepEqual(decisions, ["allow", "ask", "deny", "ask"]);
  }
});

test("a gate without a policy allows what only reads", () => {
  const verdict = new Gate().check("ls -la | head -3");
  assert.deepEqual([verdict.decision, verdict.readOnly], ["allow", true]);
});

test("a gate says what it is", () => {
  assert.equal(Gate.name, "Gate");
  assert.equal(inspect(new Gate()), "Gate {}");
});

test("a string is a request with that command", () => {
  const gate = new Gate({ policy });
  assert.deepEqual(gate.check("git push"), gate.check({ command: "git push" }));
});

test("the same request gives the same verdict, from every gate of the same policy", () => {
  const request = { command: "cat a | sort > b", cwd: "/repo", home: "/home/u" };
  assert.deepEqual(new Gate({ policy }).check(request), new Gate({ policy }).check(request));
});

test("gates do not mix", () => {
  const [strict, loose] = [new Gate({ policy }), new Gate({ policy: { permissions: { allow: ["Bash(curl:*)"] } } })];
  const decisions = [strict, loose, strict].map((gate) => gate.check("curl https://example.com").decision);
  assert.deepEqual(decisions, ["deny", "allow", "deny"]);
});

test("a request's own policy and mode replace the gate's", () => {
  const gate = new Gate({ policy });
  assert.equal(
    gate.check({ command: "curl x", policy: { permissions: { allow: ["Bash(curl:*)"] } } }).decision,
    "allow",
  );
  assert.equal(gate.check({ command: "rm x", mode: "dontAsk" }).decision, "deny");
  assert.equal(gate.check("curl x").decision, "deny");
});

test("what the core needs to know is asked for, and given as facts", () => {
  const gate = new Gate({ policy: { permissions: { deny: ["Read(//secret/**)"] } } });
  const request = { command: "cat link", cwd: "/repo", home: "/home/u" };
  const asked = gate.check(request);
  assert.deepEqual(
    asked.needs.find((need) => need.path === "/repo/link"),
    { kind: "realPath", path: "/repo/link" },
  );
  const told = gate.check({ ...request, facts: { realPaths: { "/repo/link": "/secret/key" } } });
  assert.equal(told.decision, "deny");
});

test("the id of a request comes back, whatever it is", () => {
  for (const id of ["a", 7, null, true, "\ud800", "é", 1e300, [1, { two: 2, __proto__: null }]]) {
    assert.deepEqual(new Gate().check({ id, command: "ls" }).id, JSON.parse(JSON.stringify(id)));
  }
});

test("the wire format is that of the command line: bytes, and errors as answers", () => {
  const gate = new Gate();
  const answer = JSON.parse(gate.checkJson('{"id":1,"command":"echo \\ud83d\\ude80 > a"}'));
  assert.deepEqual(answer.findings[0].span, { start: 10, end: 13 });
  assert.equal(JSON.parse(gate.checkJson('{"id":1}')).error.message, "the request has no `command`");
  assert.ok(!gate.checkJson('{"command":"ls"}').includes("\n"));
});

test("CommonJS gets the same package", () => {
  const common = createRequire(import.meta.url)("shellgate");
  assert.deepEqual(new common.Gate({ policy }).check("git push"), new Gate({ policy }).check("git push"));
});

test("the version is the package's", () => {
  assert.equal(version, JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
});

test("the object is what the text says, key by key, for every example of every check", () => {
  const gate = new Gate({ policy });
  const examples = explainAll().flatMap((story) => story.examples.map((example) => example.command));
  // Offsets count UTF-16 in the object and bytes in the text.
  const ascii = examples.filter((command) => /^[\x01-\x7f]*$/.test(command));
  assert.ok(ascii.length > 100);
  for (const command of ascii) {
    const request = { id: [command], command, cwd: "/repo", home: "/home/u" };
    assert.equal(JSON.stringify(gate.check(request)), gate.checkJson(JSON.stringify(request)));
  }
});
