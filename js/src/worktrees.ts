// The work tree of the repository around a directory. Nothing is run, least of all git.
//
// Owns whose repository counts: one whose `.git` nobody but the user can change. Other work trees of it are not listed.

import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import * as disk from "./disk.js";

/** The mode bits by which others write, and the one that keeps them from renaming. */
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** The work tree around `directory`, or an empty list; undefined when it cannot be said where that is. */
export function workTrees(directory: string): string[] | undefined {
  const start = disk.realPath(directory);
  if (start === undefined) return undefined;
  try {
    for (let place = start; place !== "/"; place = dirname(place)) {
      if (disk.gitDirectories(place, false).length === 0) continue;
      return isOwn(join(place, ".git")) ? [place] : [];
    }
    return [];
  } catch {
    return undefined;
  }
}

/** Whether nobody but the user and root can change `path`, or a directory on the way to it. */
function isOwn(path: string): boolean {
  const user = process.getuid?.();
  for (let place = path; ; place = dirname(place)) {
    const found = lstatSync(place);
    const isShared = (found.mode & OTHERS_WRITE) !== 0 && !(found.isDirectory() && (found.mode & STICKY) !== 0);
    if (found.isSymbolicLink() || isShared || (found.uid !== 0 && found.uid !== user)) return false;
    if (place === "/") return true;
  }
}
