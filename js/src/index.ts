// The package's face: what it exports, and what each export takes and gives.
//
// Owns the documentation of the surface. `#module` is the inlined module, or a static import of it under `workerd`.

import module from "#module";
import { Instance } from "./instance.js";
import { surface } from "./surface.js";
import type {
  CommandLineOptions,
  Edit,
  ExitMeaning,
  GateOptions,
  OutlineNode,
  Preview,
  Request,
  RuleProblem,
  Shell,
  Story,
  Ui,
  Verdict,
} from "./types.js";

export { CoreError, PolicyError, RequestError } from "./errors.js";
export type * from "./types.js";

const core = /* @__PURE__ */ surface(/* @__PURE__ */ new Instance(module));

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
}

/**
 * Makes a gate. The module behind it is started by the first call of anything here.
 *
 * @throws {PolicyError} the settings cannot be used; it names the line and the column
 */
export const Gate: new (options?: GateOptions) => Gate = core.Gate;

/** What a check, a notice or a piece of advice is for, by its code or number; null when there is none. */
export function explain(code: string): Story | null {
  return core.explain(code);
}

/** All that can be explained, with the examples of each. */
export function explainAll(): Story[] {
  return core.explainAll();
}

/** What is wrong with the text of a rule for one of the lists, `allow` unless told; null when it is a rule. */
export function validateRule(rule: string, list?: "allow" | "ask" | "deny"): RuleProblem | null {
  return core.validateRule(rule, list);
}

/** The structure of a command as a tree, with its places in UTF-16. */
export function outline(command: string, shell?: Shell): OutlineNode {
  return core.outline(command, shell);
}

/** The text that a shell gets to run a command; nothing in it changes what was judged. */
export function commandLine(options: CommandLineOptions): string {
  return core.commandLine(options);
}

/** The command with `2>nul`, as Windows writes it, as `2>/dev/null`. */
export function nullRedirects(command: string, shell?: Shell): string {
  return core.nullRedirects(command, shell);
}

/** What the exit status of a command means; null when it means what it always does. */
export function exitMeaning(command: string, status: number, shell?: Shell): ExitMeaning | null {
  return core.exitMeaning(command, status, shell);
}

/** What a command wrote, all of it, as it is shown: at most `limit` characters before a cut, 30,000 unless told. */
export function preview(output: Uint8Array | string, limit?: number): Preview {
  return core.preview(output, limit);
}

/**
 * What a `sed -i` would change in files with these contents, by path; null contents are no text. Null when the command
 * is no simple edit. A relative path is one in `cwd`, which is `/` unless told.
 */
export function editPreview(
  command: string,
  contents: Record<string, string | null>,
  options?: { cwd?: string; home?: string },
): Edit | null {
  return core.editPreview(command, contents, options);
}

/** How a command is shown to a person. */
export function classify(command: string, shell?: Shell): Ui {
  return core.classify(command, shell);
}

/** The version of this package. */
export const version: string = core.version;
