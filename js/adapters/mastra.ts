// Mastra: options of a run, or of an agent and its tools, by which a person is asked and a denial holds.

import type { RequireToolApprovalFn, ToolHooks } from "@mastra/core/tools";
import { type AdapterOptions, decide, decideCall, type Judge, refusal, type RefusalOptions } from "./decide.js";

export type { AdapterOptions, Judge, RefusalOptions };

/** The tools that carry a shell command, unless `options.tools` names others. */
const TOOLS = ["bash", "shell"];

/**
 * Options for `agent.generate` and `agent.stream`: a person is asked where the gate asks, and a hook refuses what it
 * denies.
 *
 * ```ts
 * agent.stream(messages, { ...guard(gate) });
 * ```
 */
export function guard(
  gate: Judge,
  options: AdapterOptions = {},
): { requireToolApproval: RequireToolApprovalFn; hooks: ToolHooks } {
  return {
    requireToolApproval: async ({ toolName, args }) =>
      (await decideCall(gate, { name: toolName, input: args }, options, TOOLS))?.decision === "ask",
    hooks: hooks(gate, { ...options, ask: "pass" }),
  };
}

/** The hook alone. It cannot ask, so it also refuses what should be asked about, unless `ask` is `"pass"`. */
export function hooks(gate: Judge, options: RefusalOptions = {}): ToolHooks {
  return {
    async beforeToolCall({ toolName, input }) {
      const output = refusal(await decideCall(gate, { name: toolName, input }, options, TOOLS), options);
      return output === undefined ? undefined : { proceed: false, output };
    },
  };
}

/** `requireApproval` of `createTool`. It has no way to deny, so a person is asked about all that is not allowed. */
export function requireApproval(gate: Judge, options: AdapterOptions = {}): (input: unknown) => Promise<boolean> {
  return async (input) => (await decide(gate, input, options)).decision !== "allow";
}
