// The work on the page as one value: what is saved, shared and opened.

import { MODES, SHELLS, USUAL, type Context } from "./context.ts";
import { isDecision, type Expectation } from "./expectations.ts";
import type { Facts } from "./verdict.ts";

export interface Workspace {
  policy: string;
  /** The policy to compare with; null while there is none. */
  second: string | null;
  commands: string;
  context: Context;
  facts: Facts;
  expectations: Expectation[];
}

/** Reads a workspace from data of unknown origin; null where it is none. What is missing is as usual. */
export function workspaceOf(value: unknown): Workspace | null {
  if (!isRecord(value) || typeof value["policy"] !== "string" || typeof value["commands"] !== "string") return null;
  return {
    policy: value["policy"],
    second: typeof value["second"] === "string" ? value["second"] : null,
    commands: value["commands"],
    context: contextOf(value["context"]),
    facts: isRecord(value["facts"]) ? (value["facts"] as Facts) : {},
    expectations: Array.isArray(value["expectations"]) ? value["expectations"].filter(isExpectation) : [],
  };
}

function contextOf(value: unknown): Context {
  if (!isRecord(value)) return USUAL;
  const text = (key: "tool" | "cwd" | "home"): string => {
    const found = value[key];
    return typeof found === "string" ? found : USUAL[key];
  };
  return {
    tool: text("tool"),
    cwd: text("cwd"),
    home: text("home"),
    shell: SHELLS.find((shell) => shell === value["shell"]) ?? USUAL.shell,
    mode: MODES.find((mode) => mode === value["mode"]) ?? "",
  };
}

function isExpectation(value: unknown): value is Expectation {
  return isRecord(value) && typeof value["command"] === "string" && isDecision(value["expected"]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
