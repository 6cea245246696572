// Finds and reads the settings files of a directory, in the places of Claude Code.
//
// Owns the places, their order, and which of them count, as the runner does for hosts without it. Reads no rule.

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { topOfWorkTree } from "../disk.js";
import type { Source } from "../index.js";
import { foreign } from "./owners.js";

/** Largest settings file that is read, in bytes. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** The settings of a directory. */
export interface Found {
  /** The files that count, the most general first. */
  sources: Source[];
  /** What is wrong with a file that should count. */
  problem?: string;
}

interface Place {
  file: string;
  root: string;
  authority: "user" | "project";
  /** The `.git` that makes this directory a part of the project. */
  repository?: string;
}

/** The settings for commands in `cwd`, an absolute path without links. */
export function find(cwd: string, home: string | undefined): Found {
  const found: Found = { sources: [] };
  const shared: { path: string; source: Source }[] = [];
  for (const place of places(cwd, home)) {
    const name = shortName(place.file, cwd, home);
    try {
      const text = read(place.file);
      if (text === undefined) continue;
      const source: Source = { name, text, root: place.root, authority: place.authority };
      const who = foreign(place.file) ?? (place.repository && foreign(place.repository));
      if (who === undefined || who === "") found.sources.push(source);
      else if (place.authority === "project") shared.push({ path: place.file, source });
      else {
        const remedy = "make it yours alone (`chown`, `chmod go-w`)";
        found.problem ??= `the settings file \`${name}\` cannot be trusted: ${who}; ${remedy}`;
      }
    } catch (error) {
      found.problem ??= `the settings file \`${name}\` ${(error as Error).message}`;
    }
  }
  // What others can change counts only where the user's own settings say so.
  const trusted = found.sources
    .filter(({ authority }) => authority === "user")
    .flatMap(({ text }) => directories(text));
  for (const { path, source } of shared) {
    const isTrusted = trusted.some((name) => isIn(path, fullName(name, cwd, home)));
    if (isTrusted) found.sources.push(source);
  }
  return found;
}

function places(cwd: string, home: string | undefined): Place[] {
  const places: Place[] = [];
  if (home !== undefined) {
    const root = join(home, ".claude");
    places.push({ file: join(root, "settings.json"), root, authority: "user" });
  }
  const top = topOfWorkTree(cwd) ?? cwd;
  const folders = [cwd];
  for (let folder = cwd; folder !== top && dirname(folder) !== folder; folders.unshift(folder))
    folder = dirname(folder);
  for (const root of folders) {
    for (const name of ["settings.json", "settings.local.json"]) {
      const file = join(root, ".claude", name);
      if (places.some((place) => place.file === file)) continue;
      const place: Place = { file, root, authority: "project" };
      places.push(root === cwd ? place : { ...place, repository: join(top, ".git") });
    }
  }
  return places;
}

/** The text of a file; undefined when there is none. Throws what is wrong with it, as the rest of a sentence. */
function read(file: string): string | undefined {
  const kind = statSync(file, { throwIfNoEntry: false });
  if (kind === undefined) {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    throw new Error("is a symbolic link that leads nowhere; restore what it leads to, or remove the link");
  }
  if (!kind.isFile()) throw new Error("cannot be read: it is no regular file");
  // Without O_NONBLOCK a pipe that somebody puts there in between would be waited for.
  const opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(opened);
    if (!found.isFile()) throw new Error("cannot be read: it is no regular file");
    if (found.size > FILE_BYTES_MAX) throw new Error("is larger than 4 MiB; check that this is the file you meant");
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(opened));
  } catch (error) {
    if (error instanceof TypeError) throw new Error("is not valid UTF-8; save it as UTF-8");
    throw error;
  } finally {
    closeSync(opened);
  }
}

/** The file as a person knows it: from `cwd`, from `~`, or from the root. */
function shortName(file: string, cwd: string, home: string | undefined): string {
  if (isIn(file, cwd)) return relative(cwd, file);
  return home !== undefined && isIn(file, home) ? `~/${relative(home, file)}` : file;
}

function fullName(name: string, cwd: string, home: string | undefined): string {
  return name.startsWith("~/") && home !== undefined ? join(home, name.slice(2)) : resolve(cwd, name);
}

function isIn(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
}

/** The `trustedDirectories` of settings; none in settings that cannot be read, which the core refuses. */
function directories(text: string): string[] {
  try {
    const plain = text.replace(/^\uFEFF/, "").replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, "$1");
    const value: unknown = JSON.parse(plain.replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, "$1"));
    const list = (value as { trustedDirectories?: unknown } | null)?.trustedDirectories;
    return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
