import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent, Runner, setTracingDisabled, shellTool, tool, Usage } from "@openai/agents";
import { inputGuardrail, shellGuard, toolGuard } from "shellgate/openai-agents";
import { broken, commands, gate, inDirectory, notCommands, options } from "./cases.js";

setTracingDisabled(true);

/**
 * A model that proposes one call, and says "done" when it is told what became of it; what it was told is kept.
 * @param {import("@openai/agents").AgentOutputItem} call
 */
function model(call) {
  /** @type {unknown[]} */
  const told = [];
  /** @type {import("@openai/agents").AgentOutputItem} */
  const done = {
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "done" }],
  };
  return {
    told,
    /** @type {import("@openai/agents").Model["getResponse"]} */
    async getResponse({ input }) {
      const last = Array.isArray(input) ? input.at(-1) : undefined;
      const answered = last?.type === "shell_call_output" || last?.type === "function_call_result";
      if (answered) told.push(last.output);
      return { usage: new Usage(), output: [answered ? done : call] };
    },
    /** @type {import("@openai/agents").Model["getStreamedResponse"]} */
    getStreamedResponse() {
      throw new Error("not streamed");
    },
  };
}

/** Runs an agent with one tool and one proposed call. */
async function propose(
  /** @type {import("@openai/agents").Tool} */ only,
  /** @type {import("@openai/agents").AgentOutputItem} */ call,
) {
  const mock = model(call);
  const runner = new Runner({ modelProvider: { getModel: () => mock }, tracingDisabled: true });
  const result = await runner.run(new Agent({ name: "agent", tools: [only] }), "go");
  return { asked: result.interruptions.length, told: JSON.stringify(mock.told), result, runner };
}

/** The shell tool with these commands in one action. */
async function shell(/** @type {string[]} */ actions, judge = /** @type {any} */ (gate)) {
  /** @type {string[][]} */
  const ran = [];
  const run = async (/** @type {{ commands: string[] }} */ action) => {
    ran.push(action.commands);
    return {
      output: action.commands.map(() => ({
        stdout: "",
        stderr: "",
        outcome: /** @type {const} */ ({ type: "exit", exitCode: 0 }),
      })),
    };
  };
  const only = shellTool(shellGuard(judge, { run }, options));
  return {
    ran,
    ...(await propose(only, { type: "shell_call", callId: "1", status: "completed", action: { commands: actions } })),
  };
}

/** A function tool with these arguments. */
async function call(/** @type {unknown} */ input, guard = /** @type {any} */ (toolGuard(gate, options))) {
  /** @type {unknown[]} */
  const ran = [];
  const execute = (/** @type {unknown} */ given) => {
    ran.push(given);
    return "ran";
  };
  const parameters = /** @type {any} */ ({ type: "object", properties: {}, required: [], additionalProperties: true });
  const only = tool({ name: "bash", description: "runs a command", parameters, strict: false, execute, ...guard });
  return {
    ran,
    ...(await propose(only, {
      type: "function_call",
      callId: "1",
      name: "bash",
      status: "completed",
      arguments: JSON.stringify(input),
    })),
  };
}

test("an action whose commands are all allowed runs", async () => {
  const { ran, asked } = await shell(["pwd", commands.allow]);
  assert.deepEqual(ran, [["pwd", commands.allow]]);
  assert.equal(asked, 0);
});

test("one command that should be asked about holds up the whole action", async () => {
  const { ran, asked } = await shell(["pwd", commands.ask]);
  assert.deepEqual(ran, []);
  assert.equal(asked, 1);
});

test("one denied command refuses the whole action, asks nobody, and tells the model why", async () => {
  const { ran, asked, told } = await shell(["pwd", commands.ask, commands.deny]);
  assert.deepEqual(ran, []);
  assert.equal(asked, 0);
  assert.match(told, /Bash\(curl:\*\)/);
});

test("an action runs once a person has approved it", async () => {
  const { ran, result, runner } = await shell([commands.ask]);
  for (const item of result.interruptions) result.state.approve(item);
  await runner.run(result.lastAgent ?? assert.fail(), result.state);
  assert.deepEqual(ran, [[commands.ask]]);
});

test("an action without commands, and one that a broken gate should judge, do not run", async () => {
  assert.deepEqual((await shell([])).ran, []);
  const { ran, told } = await shell(["pwd"], broken);
  assert.deepEqual(ran, []);
  assert.match(told, /the gate is broken/);
});

test("a function tool runs, waits or is refused by the gate's answer", async () => {
  assert.deepEqual((await call({ command: commands.allow })).ran, [{ command: commands.allow }]);
  const asking = await call({ command: commands.ask });
  assert.deepEqual([asking.ran.length, asking.asked], [0, 1]);
  const denied = await call({ command: commands.deny });
  assert.deepEqual([denied.ran.length, denied.asked], [0, 0]);
  assert.match(denied.told, /Bash\(curl:\*\)/);
  for (const [name, input] of notCommands) assert.deepEqual((await call(input)).ran, [], name);
});

test("the arguments of a call can say where its commands run", async () => {
  const context = /** @type {any} */ (undefined);
  const guard = shellGuard(gate, { run: async () => assert.fail("nothing runs") }, inDirectory);
  for (const [directory, asks] of /** @type {const} */ ([
    ["/repo", false],
    ["/other", true],
  ])) {
    const input = { command: "cat /repo/a", directory };
    assert.equal(await toolGuard(gate, inDirectory).needsApproval(context, input), asks);
    const action = /** @type {any} */ ({ commands: ["ls", input.command], directory });
    assert.equal(await guard.needsApproval(context, action), asks);
  }
});

test("the guardrail alone refuses what should be asked about, unless it is told to pass it", async () => {
  const alone = { inputGuardrails: [inputGuardrail(gate, options)] };
  assert.equal((await call({ command: commands.allow }, alone)).ran.length, 1);
  const { ran, told } = await call({ command: commands.ask }, alone);
  assert.equal(ran.length, 0);
  assert.match(told, /Nobody can be asked/);
  const passing = { inputGuardrails: [inputGuardrail(gate, { ...options, ask: "pass" })] };
  assert.equal((await call({ command: commands.ask }, passing)).ran.length, 1);
  assert.equal((await call({ command: commands.deny }, passing)).ran.length, 0);
});
