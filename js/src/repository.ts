// What settings of a repository could make git start a program, read from its files. Nothing is run, least of all git.
//
// Owns the names that are listed; which of them count is the core's to say. What it does not read completely counts as
// if everything stood in it, and is written `*`.

import { accessSync, constants, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import * as disk from "./disk.js";

/** Everything may stand there. */
const UNREADABLE = "*";
/** The one hook that a command runs which only reads. */
const HOOK = "post-index-change";

/** The names for git started in `directory`; undefined when it cannot be said where that is. */
export function repositoryPrograms(directory: string): string[] | undefined {
  const start = disk.realPath(directory);
  if (start === undefined) return undefined;
  const names = new Set<string>();
  try {
    for (let place = start; ; place = dirname(place)) {
      for (const git of disk.gitDirectories(place)) {
        // Git finds nothing there either.
        if (disk.exists(git) !== false) survey(git, place, names);
      }
      if (place === "/" || disk.endsAt(place)) break;
    }
  } catch {
    names.add(UNREADABLE);
  }
  return [...names].sort();
}

/** Adds what the repository in `git` has, whose files lie in `tree`. */
function survey(git: string, tree: string, names: Set<string>): void {
  const shared = disk.exists(join(git, "commondir")) ? join(git, read(join(git, "commondir")).trimEnd()) : git;
  let hash = 20;
  for (const file of new Set([join(shared, "config"), join(shared, "config.worktree"), join(git, "config.worktree")])) {
    if (!disk.exists(file)) continue;
    for (const [name, value] of settings(read(file))) {
      if (/^include(if\..*)?\.path$|^core\.(hookspath|worktree)$/s.test(name)) names.add(UNREADABLE);
      if (name === "extensions.objectformat" && value.toLowerCase() === "sha256") hash = 32;
      if (!isHarmless(name, value)) names.add(name);
    }
  }
  if (mayRun(join(shared, "hooks", HOOK))) names.add(`hooks/${HOOK}`);
  // Repositories inside this one have settings of their own.
  if (disk.exists(join(tree, ".gitmodules")) || hasGitlinks(git, hash)) names.add(UNREADABLE);
}

/** Values of which the core says that they start nothing; it is told names alone. */
function isHarmless(name: string, value: string): boolean {
  const isOff = /^(|false|no|off|0)$/i.test(value);
  const isTruth = isOff || /^(true|yes|on|1)$/i.test(value);
  if (/^(core\.fsmonitor|core\.pager|pager\..*)$/s.test(name))
    return isTruth || (value === "cat" && name !== "core.fsmonitor");
  return isOff && /^(log\.showsignature|remote\..*\.promisor)$/s.test(name);
}

/** The settings of a file by name, section and key in small letters (`git-config(1)`, "Syntax"). Throws at what it does not know. */
function settings(text: string): [string, string][] {
  const found: [string, string][] = [];
  let section = "";
  for (const line of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const [, name, sub] = /^\s*\[([\w.-]+)(?:\s+"((?:[^"\\]|\\["\\])*)")?\]\s*(?:[#;].*)?$/.exec(line) ?? [];
    const [, key, value = "true"] =
      /^\s*([a-z][\w-]*)\s*(?:=\s*([^"\\#;]*?|"[^"\\]*"))?\s*(?:[#;].*)?$/i.exec(line) ?? [];
    if (name !== undefined) {
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replaceAll(/\\(.)/g, "$1")}`;
    } else if (key !== undefined && section !== "") {
      found.push([`${section}.${key.toLowerCase()}`, value.replace(/^"(.*)"$/, "$1")]);
    } else if (!/^\s*([#;].*)?$/.test(line)) {
      throw new Error(`\`${line}\` is not understood`);
    }
  }
  return found;
}

/** Whether the index lists a repository (`gitformat-index(5)`). Throws at a form that it does not know. */
function hasGitlinks(git: string, hash: number): boolean {
  if (readdirSync(git).some((name) => name.startsWith("sharedindex."))) return true;
  const index = disk.bytes(join(git, "index"));
  if (index === undefined) return disk.exists(join(git, "index")) !== false;
  const version = index.readUInt32BE(4);
  if (index.toString("latin1", 0, 4) !== "DIRC" || version < 2 || version > 4) return true;
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const start = at;
    if (index.readUInt32BE(start + 24) >>> 12 === 0o16) return true;
    at += 40 + hash;
    at += index.readUInt16BE(at) & 0x4000 ? 4 : 2;
    if (version === 4) while ((index[at++] ?? 0) & 0x80);
    const end = index.indexOf(0, at);
    if (end < 0) return true;
    at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7);
  }
  return false;
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return disk.exists(path) === undefined;
  }
}

function read(path: string): string {
  const text = disk.text(path, 0);
  if (text === undefined) throw new Error(`\`${path}\` cannot be read`);
  return text;
}
