// The machine that the commands are judged for: nobody's real one, until facts about it are given.

import type { Facts, Mode, Request, Shell } from "./verdict.ts";

export const MODES: readonly Mode[] = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"];
export const SHELLS: readonly Shell[] = ["bash", "zsh", "powershell"];

/** The tools whose lines no shell reads, with the field of a request that has the line. */
export const WEB_TOOLS: Readonly<Record<string, "url" | "query">> = { WebFetch: "url", WebSearch: "query" };

/** Whether the lines are URLs or searches instead of commands. */
export function isWeb(context: Context): boolean {
  return context.tool in WEB_TOOLS;
}

export interface Context {
  /** The tool that the rules are matched against. */
  tool: string;
  /** Absolute; empty where it is not known. */
  cwd: string;
  home: string;
  shell: Shell;
  /** The mode that replaces the policy's own; empty leaves it. */
  mode: Mode | "";
}

export const USUAL: Context = { tool: "Bash", cwd: "/repo", home: "/home/u", shell: "bash", mode: "" };

/** The request for one command; what is not known is left out. */
export function requestFor(command: string, context: Context, facts: Facts): Request {
  const field = WEB_TOOLS[context.tool];
  if (field !== undefined) {
    const call = {
      tool: context.tool,
      ...(context.mode && { mode: context.mode }),
      ...(Object.keys(facts).length > 0 && { facts }),
    };
    return field === "url" ? { ...call, url: command } : { ...call, query: command };
  }
  // Rules about PowerShell name its own tool.
  const tool = context.shell === "powershell" && context.tool === "Bash" ? "PowerShell" : context.tool;
  return {
    command,
    ...(tool !== "Bash" && tool !== "" && { tool }),
    ...(context.cwd && { cwd: context.cwd }),
    ...(context.home && { home: context.home }),
    ...(context.shell !== "bash" && { shell: context.shell }),
    ...(context.mode && { mode: context.mode }),
    ...(Object.keys(facts).length > 0 && { facts }),
  };
}
