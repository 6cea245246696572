// LangChain: a middleware that refuses what is denied, and the `when` by which a person is asked.

import { type AgentMiddleware, createMiddleware, type ToolCallRequest, ToolMessage } from "langchain";
import { type AdapterOptions, decideCall, type Judge, refusal, type RefusalOptions } from "./decide.js";

export type { AdapterOptions, Judge, RefusalOptions };

/** The tools that carry a shell command, unless `options.tools` names others. */
const TOOLS = ["bash", "shell"];

/**
 * Makes the middleware: a call that may not run is answered with the reason, for the model. It cannot ask, so it also
 * refuses what should be asked about, unless `ask` is `"pass"` and `humanInTheLoopMiddleware` asks:
 *
 * ```ts
 * createAgent({ model, tools: [bash], checkpointer, middleware: [
 *   humanInTheLoopMiddleware({ interruptOn: { bash: { allowedDecisions: ["approve", "reject"], when: asks(gate) } } }),
 *   guard(gate, { ask: "pass" }),
 * ] });
 * ```
 */
export function guard(gate: Judge, options: RefusalOptions = {}): AgentMiddleware {
  return createMiddleware({
    name: "shellgate",
    async wrapToolCall(request, handler) {
      const { id = "", name, args } = request.toolCall;
      const content = refusal(await decideCall(gate, { name, input: args }, options, TOOLS), options);
      return content === undefined
        ? handler(request)
        : new ToolMessage({ tool_call_id: id, name, content, status: "error" });
    },
  });
}

/** Makes `when` of `humanInTheLoopMiddleware`: true where the gate asks. What it denies is for `guard` to refuse. */
export function asks(
  gate: Judge,
  options: AdapterOptions = {},
): (request: Pick<ToolCallRequest, "toolCall">) => Promise<boolean> {
  return async ({ toolCall }) => {
    const call = { name: toolCall.name, input: toolCall.args };
    return (await decideCall(gate, call, options, [toolCall.name]))?.decision === "ask";
  };
}
