// The module that also reads PowerShell, inside the script, in one piece.

import module from "#wasm/powershell.wasm";
import { bytes } from "../bytes.js";
import type { Modules } from "../instance.js";

const modules: Modules = { first: () => new WebAssembly.Module(bytes(module)) };

export default modules;
