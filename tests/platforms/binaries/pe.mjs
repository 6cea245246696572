// What a Windows program says of itself, from its headers: Microsoft's "PE Format".

const MACHINES = { 0x8664: "x86-64", 0xaa64: "arm64" };
/** The entry of the data directories that lists the imported libraries. */
const IMPORTS = 1;

/** The machine, the time of its linking, and the imported libraries of a 64-bit program. */
export function read(file) {
  const head = file.readUInt32LE(0x3c);
  if (file.toString("latin1", head, head + 4) !== "PE\0\0") throw new Error("no PE file");
  const optional = head + 24;
  const sections = [];
  const first = optional + file.readUInt16LE(head + 20);
  for (let number = 0; number < file.readUInt16LE(head + 6); number += 1) {
    const at = first + number * 40;
    sections.push({
      size: file.readUInt32LE(at + 16),
      address: file.readUInt32LE(at + 12),
      offset: file.readUInt32LE(at + 20),
    });
  }
  const place = (address) => {
    const section = sections.find((it) => address >= it.address && address < it.address + it.size);
    return address - section.address + section.offset;
  };
  const libraries = [];
  for (let at = place(file.readUInt32LE(optional + 112 + IMPORTS * 8)); file.readUInt32LE(at + 12) !== 0; at += 20) {
    const name = place(file.readUInt32LE(at + 12));
    libraries.push(file.toString("latin1", name, file.indexOf(0, name)));
  }
  return { machine: MACHINES[file.readUInt16LE(head + 4)], time: file.readUInt32LE(head + 8), libraries };
}
