// The module as the Workers runtime wants it: a static import, since it compiles no bytes.

import module from "#core.wasm";

export default (): WebAssembly.Module => module as unknown as WebAssembly.Module;
