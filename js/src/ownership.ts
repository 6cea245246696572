// Whether somebody else than the user can change what lies at a path.
//
// Owns whose files count: those of root and of the user.

import { lstatSync, readlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The mode bits by which others write, and the one that keeps them from renaming. */
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
/** How many symbolic links one path may lead through. */
const LINKS_MAX = 40;

/** Whether nobody but the user and root can change `path`, a directory on the way to it, or what a link on the way leads to. */
export function isOwn(path: string): boolean {
  const user = process.getuid?.();
  let links = 0;
  const waits = [path];
  for (let next = waits.pop(); next !== undefined; next = waits.pop()) {
    for (let place = next; ; place = dirname(place)) {
      const found = lstatSync(place);
      if (found.uid !== 0 && found.uid !== user) return false;
      if (found.isSymbolicLink()) {
        links += 1;
        if (links > LINKS_MAX) return false;
        waits.push(resolve(dirname(place), readlinkSync(place)));
      } else if ((found.mode & OTHERS_WRITE) !== 0 && !(found.isDirectory() && (found.mode & STICKY) !== 0)) {
        return false;
      }
      if (place === "/") break;
    }
  }
  return true;
}
