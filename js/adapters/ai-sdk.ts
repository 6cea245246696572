// Vercel AI SDK: the answers to `toolApproval` of `generateText`, `streamText` and `ToolLoopAgent`.

import type { ToolApprovalStatus } from "ai";
import { type AdapterOptions, decideCall, type Judge } from "./decide.js";

export type { AdapterOptions, Judge };

/** The tools that carry a shell command, unless `options.tools` names others. */
const TOOLS = ["bash", "shell"];

/**
 * Makes the function that `toolApproval` wants: allow runs, ask waits for the user, deny tells the model why. Calls of
 * other tools need no approval because of it.
 *
 * ```ts
 * generateText({ model, tools: { bash }, toolApproval: toolApproval(new Gate({ policy })), prompt });
 * ```
 */
export function toolApproval(
  gate: Judge,
  options: AdapterOptions = {},
): (call: { toolCall: { toolName: string; input: unknown } }) => Promise<ToolApprovalStatus> {
  return async ({ toolCall }) => {
    const decided = await decideCall(gate, { name: toolCall.toolName, input: toolCall.input }, options, TOOLS);
    switch (decided?.decision) {
      case undefined:
        return "not-applicable";
      case "allow":
        return { type: "approved", reason: decided.message };
      case "ask":
        return { type: "user-approval", reason: decided.message };
      case "deny":
        return { type: "denied", reason: decided.modelMessage };
    }
  };
}
