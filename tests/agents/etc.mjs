// A copy of /etc for one session, in which the files of an administrator can be written.
//
// Owns the copy and the mount namespace that puts it in the place of /etc.

import { cpSync, statSync } from "node:fs";

/** The command line that runs `command` with the copy of the session, which is made at the first use. */
export function apart(place, command) {
  const isThere = place.has("etc");
  const copy = place.directory("etc");
  // Links lead where they led; what only root may read is not needed.
  if (!isThere) cpSync("/etc", copy, { recursive: true, verbatimSymlinks: true, filter: isReadable });
  return ["bwrap", "--dev-bind", "/", "/", "--bind", copy, "/etc", "--", ...command];
}

function isReadable(path) {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o444;
  return (mode & 0o004) !== 0;
}
