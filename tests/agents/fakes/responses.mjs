// The Responses API of OpenAI, as Codex uses it.
//
// Source: https://platform.openai.com/docs/api-reference/responses-streaming.

import { send, stream, text } from "./server.mjs";

export const responses = {
  isTurn: (path) => path.endsWith("/responses"),
  other: () => ({ object: "list", data: [], models: [] }),
  /** A tool in a namespace has both names, with a dot. */
  tools: (body) =>
    (body.tools ?? []).flatMap(({ name, tools }) => (tools ? tools.map((tool) => `${name}.${tool.name}`) : name)),

  results(body) {
    const items = Array.isArray(body.input) ? body.input : [];
    return items.filter((item) => item.type === "function_call_output").map((item) => text(item.output));
  },

  answer(response, body, call) {
    const item = call ? called(call) : said();
    const usage = {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    };
    const done = {
      id: "resp_1",
      object: "response",
      created_at: 0,
      model: body.model,
      status: "completed",
      output: [item],
      usage,
    };
    if (!body.stream) return send(response, done);
    const events = [
      { type: "response.created", response: { ...done, status: "in_progress", output: [], usage: null } },
      { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress" } },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: done },
    ];
    stream(
      response,
      events.map((event, at) => [event.type, { ...event, sequence_number: at }]),
    );
  },
};

function called({ id, name, input }) {
  const [namespace, inner] = name.includes(".") ? name.split(".") : [undefined, name];
  return {
    type: "function_call",
    id: `fc_${id}`,
    call_id: id,
    name: inner,
    ...(namespace ? { namespace } : {}),
    arguments: JSON.stringify(input),
    status: "completed",
  };
}

function said() {
  const content = [{ type: "output_text", text: "ok", annotations: [] }];
  return { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
}
