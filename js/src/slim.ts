// The same members without the module inside: for those who load `shellgate/core.wasm` or `shellgate/powershell.wasm` in their
// own way.

import { CoreError } from "./errors.js";
import { Instance } from "./instance.js";
import { type Core, surface } from "./surface.js";

export { CoreError, PolicyError, RequestError } from "./errors.js";
export type { Gate } from "./index.js";
export type * from "./types.js";
export type { Core };

/** A module, or a part of one: its bytes, what they were compiled to, where to fetch them, or what was fetched. */
export type ModuleSource = BufferSource | WebAssembly.Module | URL | string | Response;

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

async function compiled(source: ModuleSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) return compiled(await fetch(source));
  if (!(source instanceof Response)) return WebAssembly.compile(source);
  if (!source.ok) throw new Error(`\`${source.url}\` was answered with status ${source.status}`);
  // Streaming wants the media type; without it the bytes do as well.
  const streams = source.headers.get("content-type")?.startsWith("application/wasm") === true;
  return streams ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}
