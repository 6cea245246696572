// The module that also reads PowerShell, as the Workers runtime wants it.

import module from "#wasm/powershell.wasm";
import type { Modules } from "../instance.js";

const modules: Modules = { first: () => module as unknown as WebAssembly.Module };

export default modules;
