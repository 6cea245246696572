// The same members without the module inside: for those who load `shellgate/core.wasm` or `shellgate/powershell.wasm` in their
// own way.

import { Instance } from "./instance.js";
import { type Core, surface } from "./surface.js";

export { CoreError, PolicyError, RequestError } from "./errors.js";
export type { Gate } from "./index.js";
export type * from "./types.js";
export type { Core };

/**
 * Makes the members of `shellgate` from its module: the bytes, what they were compiled to, where to fetch them, or what
 * was fetched. Every call makes an instance of its own.
 *
 * @throws the error of `fetch` or `WebAssembly.compile`, when there is no module to be had
 */
export async function create(
  source: BufferSource | WebAssembly.Module | URL | string | Response | PromiseLike<Response>,
): Promise<Core> {
  const module = await compiled(await source);
  return surface(new Instance(() => module));
}

async function compiled(
  source: BufferSource | WebAssembly.Module | URL | string | Response,
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) return compiled(await fetch(source));
  if (!(source instanceof Response)) return WebAssembly.compile(source);
  if (!source.ok) throw new Error(`\`${source.url}\` was answered with status ${source.status}`);
  // Streaming wants the media type; without it the bytes do as well.
  const streams = source.headers.get("content-type")?.startsWith("application/wasm") === true;
  return streams ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}
