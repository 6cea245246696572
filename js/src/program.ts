// Which files start when a shell looks a name up: the program, and the interpreters that a script names.
//
// Owns the look at `PATH`, at first lines and at who can change the files. Where installed programs are, the core knows.

import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";
import { realPath } from "./disk.js";
import { isOwn } from "./ownership.js";

/** How many interpreters name a further one. */
const INTERPRETERS_MAX = 3;
/** How much of a program is read: the kernel takes no longer first line (execve(2)). */
const LINE_BYTES_MAX = 256;
/** The program that looks up the one among its arguments. */
const FINDER = "env";
/** The name of a program, and that after the option with which the finder takes several arguments. */
const STARTED = /^(?:-S\s*(?<first>[A-Za-z0-9][\w+.-]*)(?:\s.*)?|(?<only>[A-Za-z0-9][\w+.-]*))$/;

/**
 * The files that a shell starts as `name`, in pairs of the path where it is found and where that leads; empty where that
 * is not sure, or where somebody else could change one.
 */
export function program(name: string): string[] {
  try {
    return files(name) ?? [];
  } catch {
    return [];
  }
}

function files(name: string): string[] | undefined {
  const listed: string[] = [];
  for (let found = find(name); found !== undefined;) {
    if (listed.length > 2 * INTERPRETERS_MAX) return undefined;
    const own = pair(found);
    const line = own && firstLine(own[1]);
    if (own === undefined || line === undefined) return undefined;
    listed.push(...own);
    if (line === "") return listed;
    const [, interpreter = "", argument = ""] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
    if (!isAbsolute(interpreter)) return undefined;
    if (basename(interpreter) !== FINDER) {
      found = interpreter;
      continue;
    }
    const finder = pair(interpreter);
    const { first, only } = STARTED.exec(argument)?.groups ?? {};
    const started = first ?? only;
    if (finder === undefined || started === undefined) return undefined;
    listed.push(...finder);
    found = find(started);
  }
  return undefined;
}

/** A path and where it leads, if nobody else can change what is there or on the way. */
function pair(found: string): [string, string] | undefined {
  const real = realPath(found);
  return real !== undefined && isOwn(found) && isOwn(real) ? [found, real] : undefined;
}

/** The first program of this name in the directories of `PATH`; none after a directory that is not absolute. */
function find(name: string): string | undefined {
  const paths = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  const found = paths.find((file) => !isAbsolute(file) || runs(file));
  return found !== undefined && isAbsolute(found) ? found : undefined;
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** What is after `#!` in the first line, empty in a binary; undefined for a text that is neither. */
function firstLine(file: string): string | undefined {
  const opened = openSync(file, "r");
  try {
    const bytes = new Uint8Array(LINE_BYTES_MAX);
    const length = readSync(opened, bytes, 0, LINE_BYTES_MAX, 0);
    const text = new TextDecoder("latin1").decode(bytes.subarray(0, length));
    if (!text.startsWith("#!")) return text.includes("\0") ? "" : undefined;
    const end = text.indexOf("\n");
    const line = text.slice(2, end === -1 ? 0 : end).trim();
    return line === "" ? undefined : line;
  } finally {
    closeSync(opened);
  }
}
