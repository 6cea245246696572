// The module that also reads PowerShell, for CommonJS.

import { bytes } from "../bytes.js";
import type { Modules } from "../instance.js";

/** A bundler that sees this call takes the file along. */
declare const require: (file: string) => readonly string[];

const modules: Modules = { first: () => new WebAssembly.Module(bytes(require("#wasm/powershell.wasm"))) };

export default modules;
