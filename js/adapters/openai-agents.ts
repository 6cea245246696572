// OpenAI Agents: options for `shellTool` and for `tool`, to be spread into theirs.
//
// Approval there is yes or no, so a denial is a second thing: what is denied is not asked about, it is refused.

import type { RunContext, Shell, ShellAction, ShellResult, ToolInputGuardrailDefinition } from "@openai/agents";
import { type AdapterOptions, decide, decideAll, type Judge, refusal, type RefusalOptions } from "./decide.js";

export type { AdapterOptions, Judge, RefusalOptions };

/**
 * Options for `shellTool`: a person is asked where the gate asks, and the shell refuses what it denies. All commands of
 * an action are decided before any runs.
 *
 * ```ts
 * shellTool({ ...shellGuard(gate, shell), onApproval });
 * ```
 */
export function shellGuard(
  gate: Judge,
  shell: Shell,
  options: AdapterOptions = {},
): { shell: Shell; needsApproval: (context: RunContext, action: ShellAction) => Promise<boolean> } {
  const decided = (action: ShellAction) => decideAll(gate, action, options);
  return {
    needsApproval: async (_, action) => (await decided(action)).decision === "ask",
    shell: {
      async run(action) {
        const { decision, modelMessage } = await decided(action);
        return decision === "deny" ? refused(action, modelMessage) : shell.run(action);
      },
    },
  };
}

/**
 * Options for `tool`: a person is asked where the gate asks, and a guardrail refuses what it denies.
 *
 * ```ts
 * tool({ name: "bash", parameters, execute, ...toolGuard(gate) });
 * ```
 */
export function toolGuard(
  gate: Judge,
  options: AdapterOptions = {},
): {
  needsApproval: (context: RunContext, input: unknown) => Promise<boolean>;
  inputGuardrails: [ToolInputGuardrailDefinition<any>];
} {
  return {
    needsApproval: async (_, input) => (await decide(gate, input, options)).decision === "ask",
    inputGuardrails: [inputGuardrail(gate, { ...options, ask: "pass" })],
  };
}

/** The guardrail alone. It cannot ask, so it also refuses what should be asked about, unless `ask` is `"pass"`. */
export function inputGuardrail(gate: Judge, options: RefusalOptions = {}): ToolInputGuardrailDefinition<any> {
  return {
    type: "tool_input",
    name: "shellgate",
    async run({ toolCall }) {
      const decided = await decide(gate, parsed(toolCall.arguments), options);
      const message = refusal(decided, options);
      return {
        behavior: message === undefined ? { type: "allow" } : { type: "rejectContent", message },
        outputInfo: { decision: decided.decision, message: decided.message },
      };
    },
  };
}

/** The result of an action of which nothing ran. */
function refused(action: ShellAction, message: string): ShellResult {
  const commands = action.commands.length > 0 ? action.commands : [""];
  return {
    output: commands.map(() => ({ stdout: "", stderr: message, outcome: { type: "exit", exitCode: 126 } })),
  };
}

/** The arguments of a call; text that is no JSON is no arguments. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
