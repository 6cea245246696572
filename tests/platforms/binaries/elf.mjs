// What a Linux program needs to start, from its headers: elf(5).

const MACHINES = { 62: "x86-64", 183: "arm64" };
const [PT_DYNAMIC, PT_INTERP, PT_LOAD] = [2, 3, 1];
const [DT_NULL, DT_NEEDED, DT_STRTAB] = [0n, 1n, 5n];

/** The machine, the interpreter and the libraries of a 64-bit little-endian program. */
export function read(file) {
  if (file.readUInt32BE(0) !== 0x7f454c46) throw new Error("no ELF file");
  const headers = [];
  const [start, size, count] = [Number(file.readBigUInt64LE(32)), file.readUInt16LE(54), file.readUInt16LE(56)];
  for (let at = start; at < start + size * count; at += size)
    headers.push({
      type: file.readUInt32LE(at),
      offset: Number(file.readBigUInt64LE(at + 8)),
      address: Number(file.readBigUInt64LE(at + 16)),
      length: Number(file.readBigUInt64LE(at + 32)),
    });
  const found = (type) => headers.find((header) => header.type === type);
  const interpreter = found(PT_INTERP);
  return {
    machine: MACHINES[file.readUInt16LE(18)],
    interpreter: interpreter && text(file, interpreter.offset),
    needed: libraries(file, headers, found(PT_DYNAMIC)),
  };
}

function libraries(file, headers, dynamic) {
  const needed = [];
  let strings = 0;
  for (let at = dynamic?.offset ?? file.length; at < (dynamic?.offset ?? 0) + (dynamic?.length ?? 0); at += 16) {
    const tag = file.readBigUInt64LE(at);
    const value = Number(file.readBigUInt64LE(at + 8));
    if (tag === DT_NULL) break;
    if (tag === DT_NEEDED) needed.push(value);
    if (tag === DT_STRTAB) {
      const header = headers.find(
        ({ type, address, length }) => type === PT_LOAD && value >= address && value < address + length,
      );
      strings = value - header.address + header.offset;
    }
  }
  return needed.map((name) => text(file, strings + name));
}

function text(file, at) {
  return file.toString("latin1", at, file.indexOf(0, at));
}
