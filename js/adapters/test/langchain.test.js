import assert from "node:assert/strict";
import { test } from "node:test";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createAgent, FakeToolCallingModel, humanInTheLoopMiddleware, tool } from "langchain";
import { asks, guard } from "shellgate/langchain";
import { z } from "zod";
import { broken, commands, gate, notCommands, options } from "./cases.js";

/** An agent with a tool `bash`, and a model that proposes one call. */
function agent(/** @type {Record<string, unknown>} */ args, /** @type {any[]} */ middleware, name = "bash") {
  /** @type {unknown[]} */
  const ran = [];
  const execute = (/** @type {unknown} */ input) => {
    ran.push(input);
    return "ran";
  };
  const schema = z.record(z.string(), z.unknown());
  const model = new FakeToolCallingModel({ toolCalls: [[{ name, args, id: "1" }], []] });
  const tools = [tool(execute, { name, description: "runs a command", schema })];
  return { ran, it: createAgent({ model, tools, middleware, checkpointer: new MemorySaver() }) };
}

const config = { configurable: { thread_id: "1" } };
const go = { messages: [/** @type {const} */ ({ role: "user", content: "go" })] };

/** What ran, whether a person is asked, and what the model is told. */
async function propose(/** @type {Record<string, unknown>} */ args, /** @type {any[]} */ middleware, name = "bash") {
  const { ran, it } = agent(args, middleware, name);
  const result = await it.invoke(go, config);
  const answer = result.messages.find((message) => message.type === "tool");
  return {
    ran,
    it,
    asked: "__interrupt__" in result,
    told: String(answer?.content),
    status: /** @type {any} */ (answer)?.status,
  };
}

/** The middleware as its documentation puts it together. */
const both = [
  humanInTheLoopMiddleware({
    interruptOn: { bash: { allowedDecisions: ["approve", "reject"], when: asks(gate, options) } },
  }),
  guard(gate, { ...options, ask: "pass" }),
];

test("an allowed command runs", async () => {
  const { ran, asked } = await propose({ command: commands.allow }, both);
  assert.deepEqual([ran, asked], [[{ command: commands.allow }], false]);
});

test("what should be asked about waits for the person, and runs once approved", async () => {
  const { ran, it, asked } = await propose({ command: commands.ask }, both);
  assert.deepEqual([ran, asked], [[], true]);
  await it.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), config);
  assert.deepEqual(ran, [{ command: commands.ask }]);
});

test("a denied command does not run, nobody is asked, and the model is told why", async () => {
  const { ran, asked, told, status } = await propose({ command: commands.deny }, both);
  assert.deepEqual([ran, asked, status], [[], false, "error"]);
  assert.match(told, /Bash\(curl:\*\)/);
});

test("the middleware alone refuses what should be asked about", async () => {
  const { ran, told } = await propose({ command: commands.ask }, [guard(gate, options)]);
  assert.deepEqual(ran, []);
  assert.match(told, /Nobody can be asked/);
});

test("what is no command, and what a broken gate should judge, does not run", async () => {
  for (const [name, input] of notCommands) {
    assert.deepEqual((await propose(input, both)).ran, [], name);
  }
  const { ran, told } = await propose({ command: commands.allow }, [guard(broken, options)]);
  assert.deepEqual(ran, []);
  assert.match(told, /the gate is broken/);
});

test("calls of other tools are left alone", async () => {
  assert.equal((await propose({ command: commands.deny }, both, "other")).ran.length, 1);
});
