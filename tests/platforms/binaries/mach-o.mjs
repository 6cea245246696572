// What a macOS program says of itself, from its load commands (<mach-o/loader.h>) and its signature (<Kernel/kern/cs_blobs.h>).

import { createHash } from "node:crypto";

const MACHINES = { 0x01000007: "x86-64", 0x0100000c: "arm64" };
const [LC_LOAD_DYLIB, LC_CODE_SIGNATURE, LC_VERSION_MIN, LC_BUILD_VERSION] = [0x0c, 0x1d, 0x24, 0x32];
/** The slot of a signature that has the hashes of the pages. */
const CODE_DIRECTORY = 0;

/** The machine, the oldest system, the libraries, and whether the signature is `valid`, `broken` or `missing`. */
export function read(file) {
  if (file.readUInt32LE(0) !== 0xfeedfacf) throw new Error("no 64-bit Mach-O file");
  const found = { machine: MACHINES[file.readUInt32LE(4)], oldest: undefined, libraries: [], signature: "missing" };
  let at = 32;
  for (let number = 0; number < file.readUInt32LE(16); number += 1) {
    const command = file.readUInt32LE(at);
    if (command === LC_BUILD_VERSION) found.oldest = release(file.readUInt32LE(at + 12));
    if (command === LC_VERSION_MIN) found.oldest = release(file.readUInt32LE(at + 8));
    if (command === LC_LOAD_DYLIB) {
      const name = at + file.readUInt32LE(at + 8);
      found.libraries.push(file.toString("latin1", name, file.indexOf(0, name)));
    }
    if (command === LC_CODE_SIGNATURE) found.signature = holds(file, file.readUInt32LE(at + 8)) ? "valid" : "broken";
    at += file.readUInt32LE(at + 4);
  }
  return found;
}

function release(packed) {
  return `${packed >> 16}.${(packed >> 8) & 0xff}`;
}

/** Whether the signature at `start` has the hash of every page in front of it. */
function holds(file, start) {
  let directory;
  for (let number = 0; number < file.readUInt32BE(start + 8); number += 1) {
    const at = start + 12 + number * 8;
    if (file.readUInt32BE(at) === CODE_DIRECTORY) directory = start + file.readUInt32BE(at + 4);
  }
  if (directory === undefined) return false;
  const hashes = directory + file.readUInt32BE(directory + 16);
  const [count, limit] = [file.readUInt32BE(directory + 28), file.readUInt32BE(directory + 32)];
  const [size, type, shift] = [file[directory + 36], file[directory + 37], file[directory + 39]];
  if (type !== 2 || limit !== start || count !== Math.ceil(limit / 2 ** shift)) return false;
  for (let page = 0; page < count; page += 1) {
    const content = file.subarray(page * 2 ** shift, Math.min(limit, (page + 1) * 2 ** shift));
    const hash = createHash("sha256").update(content).digest().subarray(0, size);
    if (!hash.equals(file.subarray(hashes + page * size, hashes + (page + 1) * size))) return false;
  }
  return true;
}
