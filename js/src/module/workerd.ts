// The module as the Workers runtime wants it: a static import, since it compiles no bytes.

// @ts-expect-error a file beside the built script
import module from "./core.wasm";

export default (): WebAssembly.Module => module as WebAssembly.Module;
