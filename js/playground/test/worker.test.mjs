// What the worker does around the core: the module itself, asked in Node, and one that stops on purpose.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { __wbg_reset_state, call, initSync } from "../../wasm/core.js";
import { changes } from "../src/worker/changes.ts";
import { Instance, Lacking } from "../src/worker/instance.ts";
import { edited, told } from "../src/model/policyEdit.ts";

initSync({ module: new WebAssembly.Module(readFileSync(new URL("../../wasm/core.wasm", import.meta.url))) });
const FACTS = { noSymbolicLinks: true, bareRepository: false };

/** The verdict of the core under a policy. */
function judge(instance, policy, command) {
  const { gate } = instance.asked("open", { options: { policy } });
  const request = { command, cwd: "/repo", home: "/home/u", facts: FACTS };
  return instance.asked("check", { gate, request, offsets: "utf16" });
}

test("an instance that stops is not asked again, and the next call is answered", () => {
  let stops = true;
  const instance = new Instance({
    call: (json) => {
      if (!stops) return call(json);
      throw new WebAssembly.RuntimeError("unreachable");
    },
    restart: () => {
      stops = false;
      __wbg_reset_state();
    },
  });
  const answer = instance.ask("version");
  assert.match(answer.error.message, /stopped/);
  assert.equal(instance.life, 1);
  assert.equal(judge(instance, "{}", "ls").decision, "allow");
});

test("a first part that stops has the rest waited for, and answers the next call with it", async () => {
  let arrive;
  let state = "first";
  const instance = new Instance({
    call: (json) => {
      if (state === "whole") return call(json);
      throw new WebAssembly.RuntimeError("null function");
    },
    restart: () => {
      __wbg_reset_state();
      if (state === "arrived") state = "whole";
    },
    complete: () =>
      new Promise((resolve) => {
        arrive = () => {
          state = "arrived";
          resolve();
        };
      }),
  });
  /** What a call throws that needs the rest. */
  const lacking = () => {
    try {
      instance.ask("version");
    } catch (error) {
      return error;
    }
    return undefined;
  };
  const [one, other] = [lacking(), lacking()];
  assert.ok(one instanceof Lacking && other instanceof Lacking);
  const life = instance.life;
  arrive();
  await other.arrival;
  assert.ok(instance.life > life);
  assert.equal(judge(instance, "{}", "ls").decision, "allow");
});

test("every change that is shown gives the answer that it says, and none is more than another", () => {
  const instance = new Instance({ call, restart: __wbg_reset_state });
  const policies = [
    "{}",
    '{"permissions":{"ask":["Bash(git push:*)"],"deny":["Bash(curl:*)"]}}',
    '{"permissions":{"defaultMode":"plan"}}',
  ];
  const commands = [
    "ls",
    "git push --force",
    "npm ci && npm test",
    "timeout 5 make all",
    "cat /etc/hosts",
    "touch notes",
    "curl https://example.com",
    'rm -rf "$DIR"/*',
    "echo 'ä😀' > out",
    "echo (",
  ];
  let shown = 0;
  for (const policy of policies) {
    for (const command of commands) {
      const verdict = judge(instance, policy, command);
      const found = changes(policy, verdict, "/repo", (text) => judge(instance, text, command).decision);
      for (const { steps, decision } of found) {
        assert.notEqual(decision, verdict.decision);
        assert.equal(
          judge(instance, edited(policy, steps), command).decision,
          decision,
          `${command}: ${steps.map(told)}`,
        );
        const others = found.filter((other) => other.steps !== steps && other.decision === decision);
        const lines = steps.map(told);
        assert.ok(
          !others.some((other) => other.steps.every((step) => lines.includes(told(step)))),
          `${command}: ${lines}`,
        );
        shown += 1;
      }
    }
  }
  assert.ok(shown > 60, `${shown} changes`);
});

test("what only lacks a rule is allowed with the rule of exactly this command first", () => {
  const instance = new Instance({ call, restart: __wbg_reset_state });
  const first = (command) => {
    const verdict = judge(instance, "{}", command);
    return changes("{}", verdict, "/repo", (text) => judge(instance, text, command).decision)[0]?.steps.map(told);
  };
  assert.deepEqual(first("make all"), ["+ permissions.allow: Bash(make all)"]);
  assert.deepEqual(first("npm ci && npm test"), [
    "+ permissions.allow: Bash(npm ci)",
    "+ permissions.allow: Bash(npm test)",
  ]);
  assert.deepEqual(first("cat /etc/hosts"), ["+ permissions.allow: Bash(cat /etc/hosts)"]);
});
