// Whose implementation of a program the shell would find: that of GNU/Linux, a BSD, macOS or BusyBox.
//
// Owns the look at `PATH` and at the program itself. Starts nothing, and says nothing that it is not sure of.

import { closeSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import type { System } from "./index.js";

/** The directories that only the system's own programs are in. */
const OWN = ["/bin", "/usr/bin", "/sbin", "/usr/sbin"];
/** The directories of package managers that add GNU's programs under another name (`gsed`), and link to them. */
const ADDED = ["/opt/homebrew/Cellar/", "/usr/local/Cellar/", "/opt/local/"];
/** The store of Nix, which only its daemon writes. */
const STORE = "/nix/store/";
/** How much of a program is read: the name of its loader is in front (elf(5), `PT_INTERP`). */
const FRONT_BYTES = 4096;
/** How the names of the loaders of the GNU C library begin. */
const LOADERS = ["/ld-linux", "/ld64.so"];
const BSDS = ["freebsd", "openbsd", "netbsd", "dragonfly"];
const APPLETS: System = "busybox";

/**
 * Whose implementation the shell starts as `program`, which is a name or an absolute path. Undefined where that is not
 * sure.
 */
export function implementation(program: string): System | undefined {
  try {
    const found = program.includes("/") ? program : find(program);
    if (found === undefined || !isAbsolute(found)) return undefined;
    const real = realpathSync(found);
    if (isApplet(real)) return APPLETS;
    const system = byPlace(process.platform, basename(found), real);
    return system === "gnu" && process.platform === "linux" && !isLinkedToGlibc(real) ? undefined : system;
  } catch {
    return undefined;
  }
}

/** The first file of this name in the directories of `PATH`; nothing to be used after one that is not absolute. */
function find(name: string): string | undefined {
  const files = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  return files.find((file) => !isAbsolute(file) || statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}

/** What the place of the program at `real`, which the shell starts as `name`, says on this platform. */
export function byPlace(platform: string, name: string, real: string): System | undefined {
  const file = basename(real);
  const isOwn = OWN.includes(dirname(real));
  if (platform === "linux") {
    const isNamed = file === name || file === `g${name}`;
    return isNamed && (isOwn || real.startsWith(STORE)) ? "gnu" : undefined;
  }
  if (platform === "darwin") {
    if (isOwn) return "macos";
    return file === `g${name}` && ADDED.some((added) => real.startsWith(added)) ? "gnu" : undefined;
  }
  return BSDS.includes(platform) && isOwn ? "bsd" : undefined;
}

/** Whether the program at `real` is a link to the one program that has all applets, or the same file as that. */
function isApplet(real: string): boolean {
  if (basename(real).startsWith(APPLETS)) return true;
  const own = statSync(real);
  return [dirname(real), ...OWN].some((folder) => {
    const all = statSync(join(folder, APPLETS), { throwIfNoEntry: false });
    return all !== undefined && all.dev === own.dev && all.ino === own.ino;
  });
}

/** Whether the program at `file`, or the one that runs it as a script, needs the loader of the GNU C library. */
function isLinkedToGlibc(file: string): boolean {
  const text = front(file);
  if (!text.startsWith("#!")) return namesLoader(text);
  const [program = ""] = (text.slice(2).split("\n")[0] ?? "").trim().split(/\s/);
  return isAbsolute(program) && namesLoader(front(program));
}

function namesLoader(text: string): boolean {
  return text.startsWith("\x7fELF") && LOADERS.some((loader) => text.includes(loader));
}

/** The first bytes of a file, each as one character. */
function front(file: string): string {
  const opened = openSync(file, "r");
  try {
    const bytes = new Uint8Array(FRONT_BYTES);
    const length = readSync(opened, bytes, 0, FRONT_BYTES, 0);
    return new TextDecoder("latin1").decode(bytes.subarray(0, length));
  } finally {
    closeSync(opened);
  }
}
