// The module for CommonJS, each part in a file of its own: a process that needs no rest does not read it.

import { bytes } from "../bytes.js";
import type { Modules } from "../instance.js";

/** A bundler that sees these calls takes the files along. */
declare const require: (file: string) => readonly string[];

const modules: Modules = {
  first: () => new WebAssembly.Module(bytes(require("#wasm/core.first.wasm"))),
  rest: () => new WebAssembly.Module(bytes(require("#wasm/core.rest.wasm"))),
};

export default modules;
