// What settings of a repository could make git start a program, read from its files. Nothing is run, least of all git.
//
// Owns the names that are listed; which of them count is the core's to say. What it does not read completely counts as
// if everything were in it, and is written `*`.

import { accessSync, constants, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as disk from "./disk.js";

/** Everything may be there. */
const UNREADABLE = "*";
/** The one hook that a command runs which only reads. */
const HOOK = "post-index-change";

/** The names for git started in `directory`; undefined when it cannot be said where that is. */
export function repositoryPrograms(directory: string): string[] | undefined {
  const start = disk.realPath(directory);
  if (start === undefined) return undefined;
  const survey: Survey = { names: new Set(), seen: new Set() };
  try {
    for (let place = start; ; place = dirname(place)) {
      for (const git of disk.gitDirectories(place)) repository(survey, git, place, "");
      if (place === "/" || disk.endsAt(place)) break;
    }
  } catch {
    survey.names.add(UNREADABLE);
  }
  return [...survey.names].sort();
}

interface Survey {
  names: Set<string>;
  /** The git directories that were looked at. */
  seen: Set<string>;
}

/** Adds what the repository in `git` has, whose files lie in `tree`, and those inside; `prefix` is before the names. */
function repository(survey: Survey, git: string, tree: string, prefix: string): void {
  // Git finds nothing there either.
  if (disk.exists(git) === false) return;
  const real = disk.realPath(git);
  if (real === undefined) throw new Error(`where \`${git}\` leads cannot be said`);
  if (survey.seen.has(real)) return;
  survey.seen.add(real);
  const shared = disk.exists(join(real, "commondir")) ? resolve(real, read(join(real, "commondir")).trimEnd()) : real;
  const trees = [tree];
  let hash = 20;
  for (const file of new Set([
    join(shared, "config"),
    join(shared, "config.worktree"),
    join(real, "config.worktree"),
  ])) {
    if (disk.exists(file) === false) continue;
    for (const [name, value] of settings(read(file))) {
      if (/^include(if\..*)?\.path$|^core\.hookspath$/s.test(name)) survey.names.add(UNREADABLE);
      if (name === "core.worktree") trees.push(resolve(real, value));
      if (name === "extensions.objectformat" && value.toLowerCase() === "sha256") hash = 32;
      if (!isHarmless(name, value)) survey.names.add(`${prefix}${name}`);
    }
  }
  if (mayRun(join(shared, "hooks", HOOK))) survey.names.add(`${prefix}hooks/${HOOK}`);
  for (const link of gitlinks(real, hash)) {
    for (const inner of trees.map((tree) => join(tree, link))) {
      for (const git of disk.gitDirectories(inner, false)) repository(survey, git, inner, "submodules/");
    }
  }
}

/** Values that start nothing according to the core, which gets only the names. */
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

/** The paths of the repositories that the index lists (`gitformat-index(5)`). Throws at a form that it does not know. */
function gitlinks(git: string, hash: number): string[] {
  if (disk.exists(join(git, "index")) === false) return [];
  const index = disk.bytes(join(git, "index"));
  const version = index?.readUInt32BE(4) ?? 0;
  const isKnown = index?.toString("latin1", 0, 4) === "DIRC" && version >= 2 && version <= 4;
  // A split index has most of its entries in a file of its own.
  if (!index || !isKnown || readdirSync(git).some((name) => name.startsWith("sharedindex."))) {
    throw new Error(`the index in \`${git}\` is not understood`);
  }
  const links: string[] = [];
  let at = 12;
  let name = "";
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const start = at;
    const isLink = index.readUInt32BE(start + 24) >>> 12 === 0o16;
    at += 40 + hash;
    at += index.readUInt16BE(at) & 0x4000 ? 4 : 2;
    if (version === 4) {
      // How much of the name before is not in this one.
      let byte = index.readUInt8(at++);
      let dropped = byte & 0x7f;
      while (byte & 0x80) {
        byte = index.readUInt8(at++);
        dropped = ((dropped + 1) << 7) + (byte & 0x7f);
      }
      name = name.slice(0, name.length - dropped);
    } else {
      name = "";
    }
    const end = index.indexOf(0, at);
    if (end < 0) throw new Error(`the index in \`${git}\` ends early`);
    name += index.toString("latin1", at, end);
    at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7);
    if (isLink) links.push(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(name, "latin1")));
  }
  return links;
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
