// What the build puts in place: names that stand for no file of the sources.

declare module "#module" {
  /** The compiled module; called once. */
  const module: () => WebAssembly.Module;
  export default module;
}
declare module "#core.wasm" {
  /** The bytes of the module in base64; in Workers the module itself. */
  const base64: string;
  export default base64;
}
declare module "#glue" {
  /** A fresh copy of the bindings' glue, with no instance yet. */
  export function glue(): import("./instance.js").Glue;
}
