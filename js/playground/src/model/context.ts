// The machine that the commands are judged for: nobody's real one, until facts about it are given.

import type { Facts, Shell } from "./verdict.ts";

export const MODES = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"] as const;
export const SHELLS: readonly Shell[] = ["bash", "zsh"];

export interface Context {
  /** The tool that the rules are matched against. */
  tool: string;
  /** Absolute; empty where it is not known. */
  cwd: string;
  home: string;
  shell: Shell;
  /** The mode that replaces the policy's own; empty leaves it. */
  mode: (typeof MODES)[number] | "";
}

export const USUAL: Context = { tool: "Bash", cwd: "/repo", home: "/home/u", shell: "bash", mode: "" };

/** A request to the core, as the package takes it. */
export interface Request {
  command: string;
  tool?: string;
  cwd?: string;
  home?: string;
  shell?: Shell;
  mode?: (typeof MODES)[number];
  facts?: Facts;
}

/** The request for one command; what is not known is left out. */
export function requestFor(command: string, context: Context, facts: Facts): Request {
  return {
    command,
    ...(context.tool !== "Bash" && context.tool !== "" && { tool: context.tool }),
    ...(context.cwd && { cwd: context.cwd }),
    ...(context.home && { home: context.home }),
    ...(context.shell !== "bash" && { shell: context.shell }),
    ...(context.mode && { mode: context.mode }),
    ...(Object.keys(facts).length > 0 && { facts }),
  };
}
