// What only a disk can answer about a path, as the core asks it. POSIX paths only.
//
// Never guesses: what cannot be found out is undefined, which the core takes as unsafe.

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** How many symbolic links one path may lead through; the kernel's own bound (`path_resolution(7)`). */
const LINKS_MAX = 40;
/** The largest file whose edit the core simulates, and the longest text of git that is read. */
const TEXT_BYTES_MAX = 1024 * 1024;

/**
 * Where `path` leads once every symbolic link in it is followed, the way the kernel walks. What does not exist is taken
 * as it is written. Undefined when links go round in circles, a directory cannot be searched, or the path leads through
 * a link of `/proc`, which means something else to every process.
 */
export function realPath(path: string): string | undefined {
  if (!path.startsWith("/")) return undefined;
  const pending = path.split("/").reverse();
  let real = "/";
  for (let links = 0; pending.length > 0;) {
    const step = pending.pop();
    if (step === undefined || step === "" || step === ".") continue;
    const next = step === ".." ? dirname(real) : join(real, step);
    const target = step === ".." ? "" : link(next);
    if (target === undefined) return undefined;
    if (target === "") {
      real = next;
      continue;
    }
    links += 1;
    if (links > LINKS_MAX || next.startsWith("/proc/")) return undefined;
    if (target.startsWith("/")) real = "/";
    pending.push(...target.split("/").reverse());
  }
  return real;
}

/** Whether there is anything at `path`; a dangling link is something. */
export function exists(path: string): boolean | undefined {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return isAbsent(error) ? false : undefined;
  }
}

/** The text of the regular file at `path`; null when it is none, is a link itself, is too long or is no text. */
export function contents(path: string): string | null {
  const folder = realPath(dirname(path));
  return (
    (folder === undefined
      ? undefined
      : text(join(folder, path.slice(path.lastIndexOf("/") + 1)), constants.O_NOFOLLOW)) ?? null
  );
}

/**
 * Whether git, started in `path`, could find a bare repository there or above (`gitrepository-layout(5)`): a planted
 * `HEAD`, `objects` and `refs` bring a `config` that names programs to run. A proper `.git` on the way ends the walk.
 */
export function bareRepository(path: string): boolean | undefined {
  const start = realPath(path);
  if (start === undefined) return undefined;
  try {
    for (let place = start; ; place = dirname(place)) {
      if (hasProperGit(place)) return false;
      if (looksLikeGit(place)) return true;
      if (place === "/") return false;
    }
  } catch {
    return undefined;
  }
}

/**
 * The git directories that git could take in `place`, where it stops looking or not; without `bare` not the place
 * itself. Throws when it cannot be said.
 */
export function gitDirectories(place: string, bare = true): string[] {
  const own = join(place, ".git");
  const found = statSync(own, { throwIfNoEntry: false });
  const named = found?.isFile() ? /^gitdir: (.*?)[\r\n]*$/s.exec(text(own, 0) ?? "")?.[1] : undefined;
  const directories = found?.isDirectory() && looksLikeGit(own) ? [own] : [];
  if (named !== undefined) directories.push(named.startsWith("/") ? named : join(place, named));
  if (bare && !hasProperGit(place) && looksLikeGit(place)) directories.push(place);
  return directories;
}

/** Whether git surely goes no further up than `place`. */
export function endsAt(place: string): boolean {
  return hasProperGit(place) || isSurelyGit(place);
}

/** Whether `.git` in `place` is a repository, or a file, at which git stops in any case. */
function hasProperGit(place: string): boolean {
  const own = join(place, ".git");
  const found = statSync(own, { throwIfNoEntry: false });
  return found?.isFile() === true || (found?.isDirectory() === true && isSurelyGit(own));
}

/**
 * The top of the work tree around `directory`: the nearest directory whose `.git` is a repository or names one. Undefined
 * where git finds no work tree: an empty directory `.git` is passed, and at a file that names no repository git gives up.
 */
export function topOfWorkTree(directory: string): string | undefined {
  try {
    for (let place = directory; ; place = dirname(place)) {
      const own = join(place, ".git");
      const found = statSync(own, { throwIfNoEntry: false });
      if (found?.isDirectory() && looksLikeGit(own)) return place;
      if (found?.isFile()) {
        const named = /^gitdir: (.*?)[\r\n]*$/s.exec(text(own, 0) ?? "")?.[1];
        const leads = named !== undefined && looksLikeGit(named.startsWith("/") ? named : join(place, named));
        return leads ? place : undefined;
      }
      if (dirname(place) === place) return undefined;
    }
  } catch {
    return undefined;
  }
}

/** Where the link at `path` leads, empty when it is no link; undefined when that cannot be said. */
function link(path: string): string | undefined {
  try {
    if (!lstatSync(path).isSymbolicLink()) return "";
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readlinkSync(path, "buffer"));
  } catch (error) {
    return isAbsent(error) ? "" : undefined;
  }
}

/** Whether git could take `directory` itself for a repository. */
function looksLikeGit(directory: string): boolean {
  const holds = (name: string) => {
    const found = exists(join(directory, name));
    if (found === undefined) throw new Error(`\`${directory}\` cannot be looked at`);
    return found;
  };
  return holds("HEAD") && (holds("commondir") || (holds("objects") && holds("refs")));
}

/** Whether git surely takes `directory` for a repository: what `HEAD` says is a reference or an object. */
function isSurelyGit(directory: string): boolean {
  const head = text(join(directory, "HEAD"), 0) ?? "";
  const isThere = (name: string) => statSync(join(directory, name), { throwIfNoEntry: false })?.isDirectory() === true;
  return /^(ref:\s*refs\/|([0-9a-f]{40}|[0-9a-f]{64})\s*$)/i.test(head) && isThere("objects") && isThere("refs");
}

/** The text of a regular file, at most as long as the bound and without NUL. */
export function text(path: string, flags: number): string | undefined {
  const found = bytes(path, flags, TEXT_BYTES_MAX);
  try {
    const decoded = found && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(found);
    return decoded?.includes("\0") ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** What a regular file holds, if that can be read and is not longer than `most`. */
export function bytes(path: string, flags = 0, most: number = Number.POSITIVE_INFINITY): Buffer | undefined {
  try {
    // Without O_NONBLOCK a pipe that somebody put there would be waited for.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
    try {
      const found = fstatSync(file);
      return found.isFile() && found.size <= most ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function isAbsent(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === "ENOENT" || code === "ENOTDIR";
}
