// What the build puts in place: names that stand for no file of the sources.

declare module "#module" {
  /** The module, whose parts are compiled at their first use. */
  const modules: import("./instance.js").Modules;
  export default modules;
}
declare module "#wasm/*" {
  /** The bytes of a file of `wasm/` in base64, in pieces; in Workers the module itself. */
  const base64: readonly string[];
  export default base64;
}
declare module "#glue" {
  /** A fresh copy of the bindings' glue, with no instance yet. `spoiled` is called when the release of an object stopped it. */
  export function glue(spoiled: () => void): import("./instance.js").Glue;
}
