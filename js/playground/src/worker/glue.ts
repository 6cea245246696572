// The bindings' glue, for the package's sources: one instance for the life of the worker.

import * as made from "../../../wasm/core.js";

export function glue(): typeof made {
  return made;
}
