// The gate for the commands of a shell: PowerShell has a module of its own, which is loaded at its first command.
//
// Owns the choice of the module. Settings are read by either in the same way.

import { createRequire } from "node:module";
import { Gate } from "../index.js";
import type { GateOptions, Shell } from "../index.js";

/** A gate that reads `shell`. */
export function gateFor(shell: Shell, options: GateOptions): Gate {
  if (shell !== "powershell") return new Gate(options);
  // Nothing waits here, so that it is no dynamic import.
  const beside = createRequire(import.meta.url)("./powershell.cjs") as typeof import("../index.js");
  return new beside.Gate(options);
}
