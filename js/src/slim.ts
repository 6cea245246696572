// The same members without the module inside: for those who load `shellgate/core.wasm` or `shellgate/powershell.wasm` in their
// own way.

import { compiled, type ModuleSource } from "./compiled.js";
import { CoreError } from "./errors.js";
import { Instance } from "./instance.js";
import { type Core, surface } from "./surface.js";

export { CoreError, PolicyError, RequestError } from "./errors.js";
export type { Gate } from "./index.js";
export type * from "./types.js";
export type { Core, ModuleSource };

/**
 * Makes the members of `shellgate` from its module. Every call makes an instance of its own.
 *
 * With `rest`, `source` is `shellgate/core.first.wasm` and `rest` is `shellgate/core.rest.wasm`. The members are there as soon
 * as the first part is: it suffices for many everyday commands. A call that needs the rest before it has arrived throws a
 * `CoreError`, and nothing is decided.
 *
 * @throws the error of `fetch` or `WebAssembly.compile`, when there is no module to be had
 */
export async function create(
  source: ModuleSource | PromiseLike<ModuleSource>,
  rest?: ModuleSource | PromiseLike<ModuleSource>,
): Promise<Core> {
  const arrival = rest === undefined ? undefined : arriving(rest);
  const first = await compiled(await source);
  return surface(new Instance({ first: () => first, ...(arrival && { rest: arrival }) }));
}

/** Compiles a part, and gives it from then on. */
function arriving(part: ModuleSource | PromiseLike<ModuleSource>): () => WebAssembly.Module {
  let module: WebAssembly.Module | undefined;
  let failure: { cause: unknown } | undefined;
  (async () => (module = await compiled(await part)))().catch((cause: unknown) => (failure = { cause }));
  return () => {
    if (module !== undefined) return module;
    if (failure !== undefined) throw failure.cause;
    throw new CoreError("the rest of the module has not arrived yet, and nothing was decided");
  };
}
