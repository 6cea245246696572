// A plug-in for opencode that has Shellgate decide about the commands of its agents.
//
// Owns the way from opencode's functions to a call of the hook. A denial is thrown, which is what the model is told; an
// allowed command is approved when opencode asks; one that asks is left to the person.

import { answered } from "./hook/wait.js";

/** What opencode gives to a plug-in, as far as it counts here. */
interface Context {
  directory: string;
  client: {
    postSessionIdPermissionsPermissionId(options: {
      path: { id: string; permissionID: string };
      body: { response: "once" };
    }): Promise<unknown>;
  };
}

interface Permission {
  id: string;
  sessionID: string;
  metadata?: { command?: unknown };
  tool?: { callID?: string };
}

interface Hooks {
  config(config: { permission?: unknown }): Promise<void>;
  "tool.execute.before"(
    input: { tool: string; sessionID: string; callID: string },
    output: { args?: Record<string, unknown> },
  ): Promise<void>;
  event(input: { event: { type: string; properties?: unknown } }): Promise<void>;
}

/** The arguments in which a tool may carry a command. */
const CARRIERS = ["command", "commands", "cmd", "script"];

/** The plug-in. */
export const Shellgate = async ({ directory, client }: Context): Promise<Hooks> => {
  /** The allowed commands by their calls. */
  const allowed = new Map<string, unknown>();
  return {
    /** Without this opencode runs every command; now it asks, and what is allowed is approved below. */
    async config(config) {
      const given = config.permission;
      const others =
        typeof given === "object" && given !== null ? given : typeof given === "string" ? { "*": given } : {};
      const bash = (others as { bash?: unknown }).bash;
      config.permission = { ...others, bash: asks(bash) };
    },
    async "tool.execute.before"({ tool, sessionID, callID }, { args = {} }) {
      if (!CARRIERS.some((name) => args[name] !== undefined)) return;
      const call = { tool, sessionID, callID, directory, args };
      const { stdout, stderr, exitCode } = await answered(JSON.stringify(call), "opencode");
      if (exitCode !== 0) throw new Error(stderr);
      const { decision, reason } = JSON.parse(stdout) as { decision: string; reason: string };
      if (decision === "deny") throw new Error(reason);
      if (decision === "allow") allowed.set(callID, args["command"]);
      // opencode asks about its shell; about other tools that carry a command nobody may be asked.
      else if (decision === "ask" && tool !== "bash") throw new Error(`${reason}: a person has to approve it`);
    },
    async event({ event }) {
      if (event.type !== "permission.asked") return;
      const { id, sessionID, metadata, tool } = event.properties as Permission;
      const callID = tool?.callID ?? "";
      if (!allowed.has(callID) || allowed.get(callID) !== metadata?.command) return;
      allowed.delete(callID);
      const path = { id: sessionID, permissionID: id };
      await client.postSessionIdPermissionsPermissionId({ path, body: { response: "once" } });
    },
  };
};

/** The person's own answers for commands, without those that allow: what denies stays. */
function asks(bash: unknown): unknown {
  if (bash === "deny") return bash;
  if (typeof bash !== "object" || bash === null) return "ask";
  const kept = Object.entries(bash).filter(([, answer]) => answer === "deny");
  return { "*": "ask", ...Object.fromEntries(kept) };
}
