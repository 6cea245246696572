import assert from "node:assert/strict";
import { test } from "node:test";
import { generateText, isStepCount, streamText, tool } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { toolApproval } from "shellgate/ai-sdk";
import { z } from "zod";
import { broken, commands, gate, inDirectory, notCommands, options } from "./cases.js";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that proposes one call of `toolName`, and says "done" when it is told what became of it. */
function model(/** @type {string} */ toolName, /** @type {unknown} */ input) {
  const call = /** @type {const} */ ({ type: "tool-call", toolCallId: "1", toolName, input: JSON.stringify(input) });
  const done = /** @type {const} */ ({ type: "text", text: "done" });
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => ({
      content: [prompt.at(-1)?.role === "tool" ? done : call],
      finishReason: { unified: prompt.at(-1)?.role === "tool" ? "stop" : "tool-calls", raw: undefined },
      usage,
      warnings: [],
    }),
    doStream: async () => ({
      stream: convertArrayToReadableStream([
        { type: "stream-start", warnings: [] },
        call,
        { type: "finish", finishReason: { unified: "tool-calls", raw: undefined }, usage },
      ]),
    }),
  });
}

/** The tools of the agent, and what they ran. */
function agent() {
  /** @type {unknown[]} */
  const ran = [];
  const inputSchema = z.record(z.string(), z.unknown());
  const execute = async (/** @type {unknown} */ input) => void ran.push(input);
  return { ran, tools: { bash: tool({ inputSchema, execute }), other: tool({ inputSchema, execute }) } };
}

async function propose(/** @type {unknown} */ input, { toolName = "bash", judge = /** @type {any} */ (gate) } = {}) {
  const { ran, tools } = agent();
  const mock = model(toolName, input);
  const result = await generateText({
    model: mock,
    tools,
    toolApproval: toolApproval(judge, options),
    stopWhen: isStepCount(3),
    prompt: "go",
  });
  const parts = result.steps.flatMap((step) => step.content);
  const asked = parts.filter((part) => part.type === "tool-approval-request" && !part.isAutomatic);
  return { ran, asked, told: JSON.stringify(mock.doGenerateCalls.at(-1)?.prompt) };
}

test("an allowed command runs", async () => {
  const { ran, asked } = await propose({ command: commands.allow });
  assert.deepEqual(ran, [{ command: commands.allow }]);
  assert.equal(asked.length, 0);
});

test("what should be asked about waits for the user", async () => {
  const { ran, asked } = await propose({ command: commands.ask });
  assert.deepEqual(ran, []);
  assert.equal(asked.length, 1);
});

test("a denied command does not run, and the model is told why", async () => {
  const { ran, asked, told } = await propose({ command: commands.deny });
  assert.deepEqual(ran, []);
  assert.equal(asked.length, 0);
  assert.match(told, /Bash\(curl:\*\)/);
});

test("the same holds for a stream", async () => {
  for (const [command, count] of [
    [commands.allow, 1],
    [commands.ask, 0],
    [commands.deny, 0],
  ]) {
    const { ran, tools } = agent();
    const result = streamText({
      model: model("bash", { command }),
      tools,
      toolApproval: toolApproval(gate, options),
      prompt: "go",
    });
    await result.consumeStream();
    assert.equal(ran.length, count, String(command));
  }
});

test("what is no command, and what a broken gate should judge, does not run", async () => {
  for (const [name, input] of notCommands) assert.deepEqual((await propose(input)).ran, [], name);
  const { ran, told } = await propose({ command: commands.allow }, { judge: broken });
  assert.deepEqual(ran, []);
  assert.match(told, /the gate is broken/);
});

test("calls of other tools are left alone", async () => {
  const { ran, asked } = await propose({ command: commands.deny }, { toolName: "other" });
  assert.equal(ran.length, 1);
  assert.equal(asked.length, 0);
});

test("tool and argument have the names that the options give", async () => {
  const approve = toolApproval(gate, { ...options, tools: ["terminal"], argument: "line" });
  const status = async (/** @type {string} */ toolName, /** @type {unknown} */ input) => {
    const answer = await approve({ toolCall: { toolName, input } });
    return typeof answer === "object" ? answer.type : answer;
  };
  assert.equal(await status("terminal", { line: commands.allow }), "approved");
  assert.equal(await status("terminal", { line: commands.ask }), "user-approval");
  assert.equal(await status("terminal", { command: commands.allow }), "denied");
  assert.equal(await status("bash", { command: commands.deny }), "not-applicable");
});

test("the arguments of a call can say where its command runs", async () => {
  const approve = toolApproval(gate, inDirectory);
  const status = async (/** @type {string} */ directory) => {
    const answer = await approve({ toolCall: { toolName: "bash", input: { command: "cat /repo/a", directory } } });
    return typeof answer === "object" ? answer.type : answer;
  };
  assert.equal(await status("/repo"), "approved");
  assert.equal(await status("/other"), "user-approval");
});

test("who answers what the verdict needs is asked until nothing is new", async () => {
  /** @type {string[]} */
  const asked = [];
  const status = async (/** @type {string} */ real) => {
    const approve = toolApproval(gate, {
      ...options,
      facts: async (needs) => {
        asked.push(...needs.map(({ kind, path }) => `${kind} ${path}`));
        return { realPaths: Object.fromEntries(needs.map(({ path }) => [path, path.replace("link", real)])) };
      },
    });
    const answer = await approve({ toolCall: { toolName: "bash", input: { command: "cat link" } } });
    return typeof answer === "object" ? answer.type : answer;
  };
  assert.equal(await status("file"), "approved");
  assert.equal(await status("../etc/passwd"), "user-approval");
  assert.equal(asked[0], "realPath /repo/link");
});

test("an answer that fails denies", async () => {
  const facts = () => Promise.reject(new Error("no disk"));
  const approve = toolApproval(gate, { ...options, facts });
  const answer = await approve({ toolCall: { toolName: "bash", input: { command: "cat link" } } });
  assert.deepEqual(answer, { type: "denied", reason: "The command could not be judged and was not run: no disk." });
});
