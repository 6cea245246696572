// The Chat Completions API of OpenAI, as Copilot CLI, Qwen Code, opencode and Cline use it with a provider of one's own.
//
// Source: https://platform.openai.com/docs/api-reference/chat/streaming.

import { send, stream, text } from "./server.mjs";

export const chat = {
  isTurn: (path) => path.endsWith("/chat/completions"),
  other: () => ({ object: "list", data: [{ id: "fake", object: "model", created: 0, owned_by: "fake" }] }),
  tools: (body) => (body.tools ?? []).map((tool) => tool.function?.name),

  results(body) {
    return (body.messages ?? []).filter(({ role }) => role === "tool").map(({ content }) => text(content));
  },

  answer(response, body, call) {
    const base = { id: "chatcmpl-1", created: 0, model: body.model };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const finish_reason = call ? "tool_calls" : "stop";
    const message = call
      ? { role: "assistant", content: null, tool_calls: [called(call)] }
      : { role: "assistant", content: "ok" };
    if (!body.stream) {
      return send(response, {
        ...base,
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason }],
        usage,
      });
    }
    const delta = call ? { ...message, tool_calls: [{ index: 0, ...called(call) }] } : message;
    const chunk = (data) => [undefined, { ...base, object: "chat.completion.chunk", ...data }];
    stream(response, [
      chunk({ choices: [{ index: 0, delta, finish_reason: null }] }),
      chunk({ choices: [{ index: 0, delta: {}, finish_reason }] }),
      chunk({ choices: [], usage }),
      [undefined, "[DONE]"],
    ]);
  },
};

function called({ id, name, input }) {
  return { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
}
