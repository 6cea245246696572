import assert from "node:assert/strict";
import { homedir } from "node:os";
import { test } from "node:test";
import { Gate } from "shellgate";
import { canUseTool, hooks, preToolUse } from "shellgate/claude-agent-sdk";
import { broken, commands, gate, notCommands, options } from "./cases.js";

/** @typedef {import("@anthropic-ai/claude-agent-sdk").Options} Options */
/** @typedef {import("shellgate/claude-agent-sdk").AdapterOptions} AdapterOptions */

// The SDK starts a program that needs a model; the callbacks are called as it calls them.
const signal = new AbortController().signal;
const session = { session_id: "s", transcript_path: "/t", cwd: "/repo" };

/** Calls the hook as the SDK does. */
async function hook(
  /** @type {unknown} */ tool_input,
  {
    tool_name = "Bash",
    judge = /** @type {any} */ (gate),
    told = /** @type {AdapterOptions} */ (options),
    mode = /** @type {string | undefined} */ (undefined),
  } = {},
) {
  const callback = preToolUse(judge, told);
  const of = mode === undefined ? session : { ...session, permission_mode: mode };
  const output = await callback(
    { ...of, hook_event_name: "PreToolUse", tool_name, tool_input, tool_use_id: "1" },
    "1",
    { signal },
  );
  return /** @type {any} */ (output).hookSpecificOutput;
}

/** Calls `canUseTool` as the SDK does. */
function use(
  /** @type {import("@anthropic-ai/claude-agent-sdk").CanUseTool} */ callback,
  /** @type {Record<string, unknown>} */ input,
  name = "Bash",
) {
  return callback(name, input, { signal, toolUseID: "1", requestId: "1" });
}

test("the hooks and the callback are what the SDK's options take", () => {
  /** @type {Options} */
  const given = { hooks: hooks(gate, options), canUseTool: canUseTool(gate) };
  assert.equal(given.hooks?.PreToolUse?.length, 1);
});

test("the hook answers allow, ask and deny, with a reason", async () => {
  const allowed = await hook({ command: commands.allow });
  assert.deepEqual([allowed.hookEventName, allowed.permissionDecision], ["PreToolUse", "allow"]);
  assert.equal((await hook({ command: commands.ask })).permissionDecision, "ask");
  const denied = await hook({ command: commands.deny });
  assert.equal(denied.permissionDecision, "deny");
  assert.match(denied.permissionDecisionReason, /Bash\(curl:\*\)/);
});

test("the hook takes the directory from the session", async () => {
  const told = { request: { home: "/home/u", facts: { noSymbolicLinks: true } } };
  assert.equal((await hook({ command: "cat /repo/a" }, { told })).permissionDecision, "allow");
  assert.equal((await hook({ command: "cat /other/a" }, { told })).permissionDecision, "ask");
});

const modes = /** @type {const} */ (["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"]);
const strict = new Gate({
  policy: { permissions: { allow: ["Bash(cargo build)"], ask: ["Bash(git push:*)"], deny: ["Bash(curl:*)"] } },
});

test("the hook decides in the mode of the session", async () => {
  const decisions = new Set();
  for (const mode of modes) {
    for (const command of ["ls", "cargo build", "mv a b", "npm install", "git push", "rm -rf /", "curl x"]) {
      const { decision } = strict.check({ ...options.request, command, mode });
      const { permissionDecision } = await hook({ command }, { judge: strict, mode });
      assert.equal(permissionDecision, decision, `${mode}: ${command}`);
      decisions.add(`${command}: ${decision}`);
    }
  }
  for (const seen of ["cargo build: allow", "cargo build: deny", "mv a b: allow", "mv a b: ask", "mv a b: deny"])
    assert.ok(decisions.has(seen), seen);
});

test("a mode that the gate does not have leaves it its own, and so does a request that says so", async () => {
  const planning = new Gate({ policy: { permissions: { allow: ["Bash(cargo build)"], defaultMode: "plan" } } });
  for (const mode of ["auto", "toString", "", undefined]) {
    const { permissionDecision } = await hook({ command: "cargo build" }, { judge: planning, mode });
    assert.equal(permissionDecision, "deny", mode);
  }
  const told = { request: { ...options.request, mode: undefined } };
  const kept = await hook({ command: "cargo build" }, { judge: planning, mode: "default", told });
  assert.equal(kept.permissionDecision, "deny");
});

test("the hook and the callback know the home directory", async () => {
  const home = { permissions: { deny: [`Read(/${homedir()}/secret)`] } };
  const judge = new Gate({ policy: home });
  assert.equal((await hook({ command: "cat ~/secret" }, { judge, told: {} })).permissionDecision, "deny");
  const callback = canUseTool(judge, async () => assert.fail("nobody is asked about a denial"));
  assert.equal((await use(callback, { command: "cat ~/secret" }))?.behavior, "deny");
});

test("the hook denies what is no command, and what a broken gate should judge", async () => {
  for (const [name, input] of notCommands) assert.equal((await hook(input)).permissionDecision, "deny", name);
  assert.match((await hook({ command: "ls" }, { judge: broken })).permissionDecisionReason, /the gate is broken/);
});

test("the hook has no opinion on other tools and other events", async () => {
  assert.equal(await hook({ command: commands.deny }, { tool_name: "Read" }), undefined);
  const end = await preToolUse(gate)({ ...session, hook_event_name: "Stop", stop_hook_active: false }, undefined, {
    signal,
  });
  assert.deepEqual(end, {});
});

test("canUseTool answers what the gate knows and hands the rest on", async () => {
  /** @type {string[]} */
  const handed = [];
  const callback = canUseTool(
    gate,
    async (name, input) => {
      handed.push(name);
      return { behavior: "allow", updatedInput: input };
    },
    options,
  );
  assert.deepEqual(await use(callback, { command: commands.allow }), {
    behavior: "allow",
    updatedInput: { command: commands.allow },
  });
  assert.equal((await use(callback, { command: commands.deny }))?.behavior, "deny");
  assert.deepEqual(handed, []);
  await use(callback, { command: commands.ask });
  await use(callback, { file_path: "/a" }, "Write");
  assert.deepEqual(handed, ["Bash", "Write"]);
});

test("without anybody to ask, what is not allowed is denied", async () => {
  const callback = canUseTool(gate, undefined, options);
  for (const command of [commands.ask, commands.deny])
    assert.equal((await use(callback, { command }))?.behavior, "deny");
  assert.equal((await use(callback, {}, "Write"))?.behavior, "deny");
  assert.equal((await use(callback, { command: commands.allow }))?.behavior, "allow");
});
