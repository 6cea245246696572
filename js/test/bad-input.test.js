// What is no request and no policy is an error of its type, and the next call works.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Gate, PolicyError, RequestError } from "shellgate";

const gate = new Gate();
const cyclic = { command: "ls" };
cyclic.self = cyclic;

afterEach(() => assert.equal(gate.check("ls").decision, "allow", "the next call works"));

/** What is no request, and what the message says. */
const requests = {
  nothing: [undefined, /undefined/],
  null: [null, /null/],
  "a number": [7, /number/],
  "a list": [["ls"], /list/],
  "a function": [() => "ls", /function/],
  "a symbol": [Symbol("ls"), /symbol/],
  "an empty object": [{}, /no `command`/],
  "a cyclic object": [cyclic, /circular/i],
  "a big integer": [{ command: "ls", id: 1n }, /BigInt/],
  "a getter that throws": [
    {
      get command() {
        throw new Error("no luck");
      },
    },
    /no luck/,
  ],
  "a command that is a number": [{ command: 7 }, /`command` is a number/],
  "a command that is null": [{ command: null }, /`command` is null/],
  "an empty command": [{ command: " " }, /`command` is empty/],
  "an empty string": ["", /`command` is empty/],
  "a NUL in the command": ["ls\0", /NUL/],
  "half of a surrogate pair": ["echo \ud83d", /surrogate/],
  "the other half": [{ command: "echo \ude80 x" }, /surrogate/],
  "half of a pair in a path": [{ command: "ls", cwd: "/\ud83d" }, /surrogate/],
  "an unknown key": [{ command: "ls", cmd: "ls" }, /unknown key `cmd`/],
  "an unknown fact": [{ command: "ls", facts: { exists: true } }, /unknown key `exists`/],
  "a relative directory": [{ command: "ls", cwd: "repo" }, /not an absolute path/],
  "an unknown shell": [{ command: "ls", shell: "tcsh" }, /unknown shell `tcsh`/],
  "a wrong policy inside": [{ command: "ls", policy: "{" }, /`policy` is a string/],
};

for (const [name, [request, message]] of Object.entries(requests)) {
  test(`${name} is no request`, () => {
    assert.throws(
      () => gate.check(/** @type {any} */ (request)),
      (error) => {
        assert.ok(error instanceof RequestError && error instanceof Error, `a RequestError, not ${error}`);
        assert.equal(error.name, "RequestError");
        assert.match(error.message, message);
        assert.ok(error.help.length > 0);
        return true;
      },
    );
  });
}

test("the error of a request has the place in its JSON text", () => {
  assert.throws(() => gate.check(/** @type {any} */ ({ command: "ls", cmd: "ls" })), { line: 1, column: 17 });
});

/** What is no policy: the text, the line and column of the first problem, and what the message says. */
const policies = {
  "no JSON": ["{", 1, 1, /not closed/],
  "a list": ["[]", 1, 1, /list/],
  "an end too early": ['{\n  "permissions": { "deny": ["Bash(curl:*)"', 2, 28, /not closed/],
  "half of a surrogate pair": ['{ "permissions": { "allow": ["Bash(\\ud83d)"] } }', 1, 36, /Unicode escape/],
};

for (const [name, [policy, line, column, message]] of Object.entries(policies)) {
  test(`a policy with ${name} is refused with its place`, () => {
    assert.throws(
      () => new Gate({ policy: String(policy) }),
      (error) => {
        assert.ok(error instanceof PolicyError && error instanceof Error, `a PolicyError, not ${error}`);
        assert.match(error.message, /** @type {RegExp} */ (message));
        assert.deepEqual([error.file, error.line, error.column], ["policy", line, column]);
        return true;
      },
    );
  });
}

test("a rule that cannot be read allows nothing, and restricts what it can be about", () => {
  const allows = new Gate({ policy: { permissions: { allow: ["Bash(curl", "Bash(curl:*) x"] } } });
  assert.equal(allows.check("curl https://example.org").decision, "ask");
  const denies = new Gate({ policy: { permissions: { deny: ["Bash(ls:*"] } } });
  assert.notEqual(denies.check("ls").decision, "allow");
});

test("a policy that is no plain data is refused", () => {
  for (const policy of [cyclic, { permissions: 1n }, () => ({})]) {
    assert.throws(() => new Gate({ policy: /** @type {any} */ (policy) }), PolicyError);
  }
});

test("huge texts are asked about, and cost a bounded time", () => {
  for (const text of ["x", "é", "(", "$(", "'", '"', "|", "${a", "<<a\n", "\\"]) {
    assert.equal(gate.check(text.repeat(1_000_000)).decision, "ask", text);
  }
});

test("deep nesting is no trap", () => {
  for (const open of ["(", "{ ", "$(", "`", "if ", "((", "[[ (", "<("]) {
    for (const count of [100, 1_000, 4_900]) assert.notEqual(gate.check(open.repeat(count)).decision, "allow");
  }
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  assert.throws(() => new Gate({ policy: deep }), PolicyError);
  assert.ok(JSON.parse(gate.checkJson(`{"command":"ls","id":${deep}}`)));
});
