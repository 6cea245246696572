// The Gemini API of Google, as Gemini CLI uses it.
//
// Source: https://ai.google.dev/api/generate-content.

import { send, stream, text } from "./server.mjs";

export const gemini = {
  isTurn: (path) => /:(stream)?generateContent$/i.test(path),
  other: (path) => (path.endsWith(":countTokens") ? { totalTokens: 1 } : {}),
  tools: (body) => (body.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []).map((tool) => tool.name),

  results(body) {
    const parts = (body.contents ?? []).flatMap((content) => content.parts ?? []);
    return parts.filter((part) => part.functionResponse).map((part) => text(part.functionResponse.response));
  },

  answer(response, _body, call, path) {
    const part = call ? { functionCall: { id: call.id, name: call.name, args: call.input } } : { text: "ok" };
    const answer = {
      candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    if (/:generateContent$/.test(path)) send(response, answer);
    else stream(response, [[undefined, answer]]);
  },
};
