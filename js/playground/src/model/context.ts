// The machine that the commands are judged for: nobody's real one, until facts about it are given.

import type { Facts, Mode, Request, Shell } from "./verdict.ts";

export const MODES: readonly Mode[] = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"];
export const SHELLS: readonly Shell[] = ["bash", "zsh", "powershell"];

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
