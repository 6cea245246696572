// The package's face: what it exports, and what each export takes and gives.
//
// Owns the documentation of the surface. `#module` is the inlined module, or a static import of it under `workerd`.

import module from "#module";
import { Instance } from "./instance.js";
import { surface } from "./surface.js";
import type { Facts, Mode, Need, Request, Settings, Verdict } from "./types.js";

export { CoreError, PolicyError, RequestError } from "./errors.js";
export type * from "./types.js";

const core = /* @__PURE__ */ surface(/* @__PURE__ */ new Instance(module));

/** What a gate is made from. */
export interface GateOptions {
  /** The settings, as an object or as the text of a settings file (JSON, comments allowed). */
  policy?: Settings | string;
  /** What `policy` is called in messages and in `source`; `policy` unless told. */
  file?: string;
  /** The absolute directory that a path rule `/x` of `policy` starts from. */
  root?: string;
}

/** Settings that were read once, and the commands that are judged under them. */
export interface Gate {
  /**
   * Judges a command, or a request that also says where it would run. Spans are UTF-16 offsets, as `slice` takes them.
   *
   * @throws {RequestError} what is given is no request
   */
  check(request: Request | string): Verdict;
  /** The wire format of `shellgate check --jsonl`: one request in, one answer out, spans in UTF-8 bytes. Never throws. */
  checkJson(json: string): string;
}

/**
 * Makes a gate. The module behind it is started by the first gate that is made.
 *
 * @throws {PolicyError} the settings cannot be used; it names the line and the column
 */
export const Gate: new (options?: GateOptions) => Gate = core.Gate;

/** The version of this package. */
export const version: string = core.version;
