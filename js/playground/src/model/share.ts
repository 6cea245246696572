// The work on the page as text for the part of an address that browsers never send: after the `#`.

import { workspaceOf, type Workspace } from "./workspace.ts";

const KEY = "w=";
/** A link unpacks to at most this many bytes; a small text can otherwise be made that fills the memory. */
const UNPACKED_MAX = 2_000_000;

/** The fragment for a workspace, without the `#`: compressed (raw deflate), then base64 as in addresses. */
export async function toFragment(workspace: Workspace): Promise<string> {
  const packed = await pump(new TextEncoder().encode(JSON.stringify(workspace)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return KEY + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The workspace of a fragment (with or without `#`); null where the fragment is about something else.
 * @throws {Error} It is damaged or unpacks to too much.
 */
export async function fromFragment(fragment: string): Promise<Workspace | null> {
  const text = fragment.replace(/^#/, "");
  if (!text.startsWith(KEY)) return null;
  let workspace: Workspace | null = null;
  try {
    const binary = atob(text.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const bytes = await pump(packed, new DecompressionStream("deflate-raw"));
    workspace = workspaceOf(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    workspace = null;
  }
  if (!workspace) throw new Error("this link is damaged; ask for it again, or check that all of it was copied");
  return workspace;
}

async function pump(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > UNPACKED_MAX) {
      await reader.cancel();
      throw new Error("too large");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
