// Base64 to bytes, by the quickest means that the runtime has.

/** Node's, which is not in the types of a package that needs no Node. */
declare const Buffer: { from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer> } | undefined;

/** The bytes of all pieces; each but the last one has a number of characters that is a multiple of four. */
export function bytes(pieces: readonly string[]): Uint8Array<ArrayBuffer> {
  const decoded = pieces.map(piece);
  const all = new Uint8Array(decoded.reduce((length, { byteLength }) => length + byteLength, 0));
  let at = 0;
  for (const bytes of decoded) {
    all.set(bytes, at);
    at += bytes.byteLength;
  }
  return all;
}

function piece(base64: string): Uint8Array<ArrayBuffer> {
  if (typeof Uint8Array.fromBase64 === "function") return Uint8Array.fromBase64(base64);
  if (typeof Buffer !== "undefined") return Buffer.from(base64, "base64");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
