// The package's face: what it exports, and what each export takes and gives.
//
// Owns the documentation of the surface. `#module` is the inlined module, or a static import of it under `workerd`.

import modules from "#module";
import { Instance } from "./instance.js";
import { surface } from "./surface.js";
import type {
  CommandLineOptions,
  Edit,
  ExitMeaning,
  GateOptions,
  HookAnswer,
  HookCall,
  HookRuling,
  OutlineNode,
  Preview,
  Problem,
  Request,
  RuleProblem,
  Shell,
  Story,
  Ui,
  Verdict,
} from "./types.js";

export { CoreError, PolicyError, RequestError } from "./errors.js";
export type * from "./types.js";

const core = /* @__PURE__ */ surface(/* @__PURE__ */ new Instance(modules));

/** Settings that were read once, and the commands that are judged under them. */
export interface Gate {
  /**
   * Judges a command, or a request that also says where it would run. Spans are UTF-16 offsets, as `slice` takes them.
   *
   * @throws {RequestError} what is given is no request
   */
  check(request: Request | string): Verdict;
  /** The wire format of `shellgate check --jsonl`: one request in, one answer out, spans in UTF-8 bytes. */
  checkJson(json: string): string;
  /** What the settings say and cannot do, such as an unknown key or a rule that cannot be read. */
  readonly warnings: Problem[];
}

/**
 * Makes a gate. The first call of any function here starts the module.
 *
 * @throws {PolicyError} the settings cannot be used; it names the line and the column
 */
export const Gate: new (options?: GateOptions) => Gate = core.Gate;

/** The explanation of a code, or of a check by its number; null for an unknown one. */
export function explain(code: string): Story | null {
  return core.explain(code);
}

/** The explanations of all codes, with their examples. */
export function explainAll(): Story[] {
  return core.explainAll();
}

/** The error in the text of a rule for one of the lists (default: `allow`); null for a valid rule. */
export function validateRule(rule: string, list?: "allow" | "ask" | "deny"): RuleProblem | null {
  return core.validateRule(rule, list);
}

/** The structure of a command as a tree, with its places in UTF-16. */
export function outline(command: string, shell?: Shell): OutlineNode {
  return core.outline(command, shell);
}

/** The text with which a shell runs a command; it does not change the judged command. */
export function commandLine(options: CommandLineOptions): string {
  return core.commandLine(options);
}

/** The command with `2>nul`, as Windows writes it, as `2>/dev/null`. */
export function nullRedirects(command: string, shell?: Shell): string {
  return core.nullRedirects(command, shell);
}

/** The meaning of a command's exit status; null for a status with its usual meaning. */
export function exitMeaning(command: string, status: number, shell?: Shell): ExitMeaning | null {
  return core.exitMeaning(command, status, shell);
}

/** Shows the whole output of a command with at most `limit` characters (default: 30,000). */
export function preview(output: Uint8Array | string, limit?: number): Preview {
  return core.preview(output, limit);
}

/**
 * The changes of a `sed -i` in files with these contents, by path; null for a file that is no text. Null when the command
 * is no simple edit. Relative paths refer to `cwd` (default: `/`).
 */
export function editPreview(
  command: string,
  contents: Record<string, string | null>,
  options?: { cwd?: string; home?: string },
): Edit | null {
  return core.editPreview(command, contents, options);
}

/** The display of a command: its kind and a few words. */
export function classify(command: string, shell?: Shell): Ui {
  return core.classify(command, shell);
}

/**
 * The call of an agent's hook, from what the agent wrote to standard input. `agent` is its name, such as `codex`; without it
 * the form of the call shows who calls. `record` is the end of the file `transcript` of the call, which matters to Codex.
 */
export function hookCall(input: string, options?: { agent?: string; shell?: Shell; record?: string }): HookCall {
  return core.hookCall(input, options);
}

/**
 * The answer to such a call, in the agent's own form: `rulings` has a ruling on each of its commands, in their order. With
 * a `problem` the call is blocked. `record` is the end of the file `transcript` of the call.
 */
export function hookAnswer(
  input: string,
  options: { agent?: string; rulings?: HookRuling[]; problem?: string; record?: string },
): HookAnswer {
  return core.hookAnswer(input, options);
}

/** The version of this package. */
export const version: string = core.version;
