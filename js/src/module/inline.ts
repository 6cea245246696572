// The module inside the script: nothing to fetch, nothing to wait for. Most processes never decode the rest.

import first from "#wasm/core.first.wasm";
import rest from "#wasm/core.rest.wasm";
import { bytes } from "../bytes.js";
import type { Modules } from "../instance.js";

const modules: Modules = {
  first: () => new WebAssembly.Module(bytes(first)),
  rest: () => new WebAssembly.Module(bytes(rest)),
};

export default modules;
