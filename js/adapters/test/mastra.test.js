import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test";
import { guard, hooks, requireApproval } from "shellgate/mastra";
import { z } from "zod";
import { broken, commands, gate, notCommands, options } from "./cases.js";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that proposes one call, and says "done" when it is told what became of it. */
function model(/** @type {string} */ toolName, /** @type {unknown} */ input) {
  const call = /** @type {const} */ ({ type: "tool-call", toolCallId: "1", toolName, input: JSON.stringify(input) });
  return new MockLanguageModelV3({
    doStream: async ({ prompt }) => ({
      stream: convertArrayToReadableStream(
        /** @type {import("@ai-sdk/provider").LanguageModelV3StreamPart[]} */ (
          prompt.at(-1)?.role === "tool"
            ? [
                { type: "text-start", id: "t" },
                { type: "text-delta", id: "t", delta: "done" },
                { type: "text-end", id: "t" },
                { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage },
              ]
            : [call, { type: "finish", finishReason: { unified: "tool-calls", raw: undefined }, usage }]
        ),
      ),
    }),
  });
}

/** What ran, whether a person is asked, and what the model is told. */
async function propose(
  /** @type {unknown} */ input,
  { run = /** @type {any} */ (guard(gate, options)), own = /** @type {any} */ ({}), id = "bash" } = {},
) {
  /** @type {unknown[]} */
  const ran = [];
  const execute = async (/** @type {unknown} */ given) => {
    ran.push(given);
    return "ran";
  };
  const only = createTool({
    id,
    description: "runs a command",
    inputSchema: z.record(z.string(), z.unknown()),
    execute,
    ...own,
  });
  const mock = model(id, input);
  const agent = new Agent({
    id: "agent",
    name: "agent",
    instructions: "",
    model: /** @type {any} */ (mock),
    tools: { [id]: only },
  });
  const stream = await agent.stream("go", run);
  /** @type {string[]} */
  const chunks = [];
  for await (const chunk of stream.fullStream) chunks.push(chunk.type);
  return { ran, asked: chunks.includes("tool-call-approval"), told: JSON.stringify(mock.doStreamCalls.at(-1)?.prompt) };
}

test("an allowed command runs", async () => {
  const { ran, asked } = await propose({ command: commands.allow });
  assert.deepEqual([ran, asked], [[{ command: commands.allow }], false]);
});

test("what should be asked about waits for the person", async () => {
  const { ran, asked } = await propose({ command: commands.ask });
  assert.deepEqual([ran, asked], [[], true]);
});

test("a denied command does not run, nobody is asked, and the model is told why", async () => {
  const { ran, asked, told } = await propose({ command: commands.deny });
  assert.deepEqual([ran, asked], [[], false]);
  assert.match(told, /Bash\(curl:\*\)/);
});

test("the hook alone refuses what should be asked about", async () => {
  const { ran, told } = await propose({ command: commands.ask }, { run: { hooks: hooks(gate, options) } });
  assert.deepEqual(ran, []);
  assert.match(told, /Nobody can be asked/);
});

test("a tool of its own asks about all that is not allowed", async () => {
  const own = { requireApproval: requireApproval(gate, options) };
  assert.equal((await propose({ command: commands.allow }, { run: {}, own })).ran.length, 1);
  for (const command of [commands.ask, commands.deny]) {
    const { ran, asked } = await propose({ command }, { run: {}, own });
    assert.deepEqual([ran, asked], [[], true], command);
  }
});

test("what is no command, and what a broken gate should judge, does not run", async () => {
  for (const [name, input] of notCommands) assert.deepEqual((await propose(input)).ran, [], name);
  const { ran, told } = await propose({ command: commands.allow }, { run: guard(broken, options) });
  assert.deepEqual(ran, []);
  assert.match(told, /the gate is broken/);
});

test("calls of other tools are left alone", async () => {
  assert.equal((await propose({ command: commands.deny }, { id: "other" })).ran.length, 1);
});
