// A module from wherever it is to be had: bytes, an address, an answer.

/** A module, or a part of one: its bytes, what they were compiled to, where to fetch them, or what was fetched. */
export type ModuleSource = BufferSource | WebAssembly.Module | URL | string | Response;

/** @throws the error of `fetch` or `WebAssembly.compile`, and for an answer with another status than success */
export async function compiled(source: ModuleSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) return compiled(await fetch(source));
  if (!(source instanceof Response)) return WebAssembly.compile(source);
  if (!source.ok) throw new Error(`\`${source.url}\` was answered with status ${source.status}`);
  // Streaming wants the media type; without it the bytes do as well.
  const streams = source.headers.get("content-type")?.startsWith("application/wasm") === true;
  return streams ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}
