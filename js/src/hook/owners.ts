// Whether somebody else than the user can change what lies at a path.
//
// Owns the walk along a path, links followed, and whose files count: those of root and of the user, also of the user who
// started `sudo`. The same as the runner's, for hosts without it. On Windows nobody is known to be able to.

import { lstatSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join, sep } from "node:path";

/** How many symbolic links one path may lead through; the kernel's own bound (`path_resolution(7)`). */
const LINKS_MAX = 40;

/** The bits of the mode by which a group and everybody write, and the one that keeps others from renaming. */
const GROUP_WRITES = 0o020;
const EVERYBODY_WRITES = 0o002;
const STICKY = 0o1000;

/** Who else can change `path`, as a phrase; undefined when nobody can. */
export function foreign(path: string): string | undefined {
  if (sep !== "/") return undefined;
  const pending = path.split("/").reverse();
  let at = "/";
  try {
    for (let links = 0; ;) {
      const found = lstatSync(at);
      const why = objection(found);
      if (why !== undefined) return why(`\`${at}\``);
      if (found.isSymbolicLink()) {
        links += 1;
        if (links > LINKS_MAX) return `\`${path}\` leads through too many links`;
        const target = readlinkSync(at);
        pending.push(...target.split("/").reverse());
        at = target.startsWith("/") ? "/" : dirname(at);
        continue;
      }
      let step = pending.pop();
      while (step === "" || step === ".") step = pending.pop();
      if (step === undefined) return undefined;
      at = step === ".." ? dirname(at) : join(at, step);
    }
  } catch (error) {
    return `\`${path}\` cannot be looked at: ${(error as Error).message}`;
  }
}

function objection(found: Stats): ((path: string) => string) | undefined {
  if (!owners().includes(found.uid)) return (path) => `${path} belongs to the user ${found.uid}`;
  // The mode of a link says nothing, and nobody renames what is not theirs in a directory with the sticky bit.
  if (found.isSymbolicLink() || (found.isDirectory() && (found.mode & STICKY) !== 0)) return undefined;
  if ((found.mode & EVERYBODY_WRITES) !== 0) return (path) => `every user can change ${path}`;
  const isShared = (found.mode & GROUP_WRITES) !== 0 && found.gid !== 0 && found.gid !== privateGroup();
  return isShared ? (path) => `the group ${found.gid} can change ${path}` : undefined;
}

function owners(): number[] {
  const user = process.geteuid?.() ?? 0;
  // `sudo` writes it; whoever can set another one is root already.
  const behind = user === 0 ? Number(process.env["SUDO_UID"] ?? 0) : 0;
  return Number.isInteger(behind) ? [0, user, behind] : [0, user];
}

/** The group that has the user's name and no other member, in which systems with `umask 002` put every user. */
function privateGroup(): number | undefined {
  try {
    const { username, gid } = userInfo();
    const line = readFileSync("/etc/group", "utf8")
      .split("\n")
      .find((line) => line.split(":")[2] === String(gid));
    const [name, , , members = ""] = line?.split(":") ?? [];
    const others = members.split(",").filter((member) => member !== "" && member !== username);
    return name === username && others.length === 0 ? gid : undefined;
  } catch {
    return undefined;
  }
}
