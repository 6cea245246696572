// The Messages API of Anthropic, as Claude Code uses it.
//
// Source: https://docs.anthropic.com/en/api/messages and https://docs.anthropic.com/en/api/messages-streaming.

import { send, stream, text } from "./server.mjs";

export const anthropic = {
  isTurn: (path) => path.endsWith("/messages"),
  other: (path) => (path.endsWith("/count_tokens") ? { input_tokens: 1 } : { data: [], has_more: false }),
  tools: (body) => (body.tools ?? []).map((tool) => tool.name),

  results(body) {
    const blocks = (body.messages ?? []).flatMap(({ content }) => (Array.isArray(content) ? content : []));
    return blocks.filter((block) => block.type === "tool_result").map((block) => text(block.content));
  },

  answer(response, body, call) {
    const empty = call ? { type: "tool_use", id: call.id, name: call.name, input: {} } : { type: "text", text: "" };
    const delta = call
      ? { type: "input_json_delta", partial_json: JSON.stringify(call.input) }
      : { type: "text_delta", text: "ok" };
    const stop_reason = call ? "tool_use" : "end_turn";
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: "msg_1", type: "message", role: "assistant", model: body.model, stop_sequence: null, usage };
    if (!body.stream) {
      const block = call ? { ...empty, input: call.input } : { ...empty, text: "ok" };
      return send(response, { ...message, content: [block], stop_reason });
    }
    const events = [
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: empty },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ];
    stream(
      response,
      events.map((event) => [event.type, event]),
    );
  },
};
