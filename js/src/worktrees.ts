// The work tree of the repository around a directory. Nothing is run, least of all git.
//
// Owns whose repository counts: one whose `.git` nobody but the user can change. Other work trees of it are not listed.

import { dirname, join } from "node:path";
import * as disk from "./disk.js";
import { isOwn } from "./ownership.js";

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
