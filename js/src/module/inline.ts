// The module inside the script: nothing to fetch, nothing to wait for.

import base64 from "#core.wasm";
import { bytes } from "../bytes.js";

export default (): WebAssembly.Module => new WebAssembly.Module(bytes(base64));
