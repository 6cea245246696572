// Claude Agent SDK: the `PreToolUse` hook, which sees every call, and `canUseTool`, which sees what is still open.

import { homedir } from "node:os";
import type { CanUseTool, HookCallback, HookCallbackMatcher } from "@anthropic-ai/claude-agent-sdk";
import type { Mode } from "../src/index.js";
import { type AdapterOptions, decideCall, type Judge, refusal, type Surroundings } from "./decide.js";

export type { AdapterOptions, Judge };

/** The tools that carry a shell command, unless `options.tools` names others. */
const TOOLS = ["Bash"];

/** The modes of a session that the gate has too; in any other, such as `auto`, the gate's own holds. */
const MODES: Record<Mode, true> = {
  default: true,
  acceptEdits: true,
  plan: true,
  dontAsk: true,
  bypassPermissions: true,
};

/**
 * Makes `options.hooks`: every shell command is allowed, asked about or denied with the reason. The hook is what makes a
 * policy hold: `canUseTool` alone is not called for what settings or the mode already allow.
 *
 * ```ts
 * query({ prompt, options: { hooks: hooks(gate), canUseTool: canUseTool(gate, askThePerson) } });
 * ```
 */
export function hooks(gate: Judge, options: AdapterOptions = {}): { PreToolUse: HookCallbackMatcher[] } {
  return { PreToolUse: [{ hooks: [preToolUse(gate, options)] }] };
}

/**
 * The hook alone. Unless `options.request` says otherwise, `cwd` and `mode` are the session's and `home` is that of this
 * process. The session's mode replaces the policy's `defaultMode`, whether it is stricter or looser: it is what the
 * person has chosen. So does `bypassPermissions`, unless the policy has `disableBypassPermissionsMode`.
 * `request: { mode: undefined }` keeps the policy's.
 */
export function preToolUse(gate: Judge, options: AdapterOptions = {}): HookCallback {
  return async (input) => {
    if (input.hook_event_name !== "PreToolUse") return {};
    const call = { name: input.tool_name, input: input.tool_input };
    const decided = await decideCall(gate, call, options, TOOLS, {
      cwd: input.cwd,
      ...home(),
      ...mode(input.permission_mode),
    });
    if (!decided) return {};
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: decided.decision,
        // The reason of a denial is for the model, the others are for the person.
        permissionDecisionReason: decided.decision === "deny" ? decided.modelMessage : decided.message,
      },
    };
  };
}

/**
 * Makes `options.canUseTool`: what the gate allows or denies is answered, the rest goes to `ask`; without `ask` nobody
 * can be asked, and it is denied. Calls of other tools go to `ask` too. The SDK tells this callback neither the directory
 * nor the mode of the session: give `cwd`, and use the hook as well.
 */
export function canUseTool(gate: Judge, ask?: CanUseTool, options: AdapterOptions = {}): CanUseTool {
  return async (name, input, context) => {
    const decided = await decideCall(gate, { name, input }, options, TOOLS, home());
    if (decided?.decision === "allow") return { behavior: "allow", updatedInput: input };
    if (ask && decided?.decision !== "deny") return ask(name, input, context);
    return {
      behavior: "deny",
      message: refusal(decided, {}) ?? `\`${name}\` needs approval. Nobody can be asked here.`,
    };
  };
}

/** The home directory of this process, which is the session's; a system may know none. */
function home(): Surroundings {
  try {
    return { home: homedir() };
  } catch {
    return {};
  }
}

function mode(name: string | undefined): Surroundings {
  return name !== undefined && Object.hasOwn(MODES, name) ? { mode: name as Mode } : {};
}
