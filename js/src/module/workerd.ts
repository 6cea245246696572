// The module as the Workers runtime wants it: a static import, since it compiles no bytes.

import module from "#wasm/core.wasm";
import type { Modules } from "../instance.js";

const modules: Modules = { first: () => module as unknown as WebAssembly.Module };

export default modules;
