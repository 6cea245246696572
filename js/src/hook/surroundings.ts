// The user, the shell and the programs around a command, as the runner finds them.
//
// Owns these three looks at the environment. Starts nothing.

import { statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { realPath } from "../disk.js";
import type { Shell } from "../index.js";

/** The variable that names the shell for commands. */
const CHOSEN = "CLAUDE_CODE_SHELL";

const USUAL_PLACES = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/run/current-system/sw/bin"];

/** Most words of a command that are looked up. */
const WORDS_MAX = 500;

/** The home directory, when it is known and absolute. */
export function home(): string | undefined {
  const home = homedir();
  return isAbsolute(home) ? home : undefined;
}

/** The shell that runs commands in `cwd`: the user's choice, the user's own, the first one that is installed. */
export function ownShell(cwd: string): Shell {
  const chosen = process.env[CHOSEN];
  if (chosen) {
    const shell = kind(chosen);
    if (shell === undefined) throw new Error(`\`${CHOSEN}\` names \`${chosen}\`, which is neither bash nor zsh`);
    if (!isAbsolute(chosen)) throw new Error(`\`${CHOSEN}\` is \`${chosen}\`, which is not an absolute path`);
    if (!isProgram(chosen)) throw new Error(`\`${CHOSEN}\` names \`${chosen}\`, which is not a program`);
    return shell;
  }
  const own = process.env["SHELL"] ?? "";
  const shell = isAbsolute(own) && isProgram(own) ? kind(own) : undefined;
  if (shell !== undefined) return shell;
  const places = [
    ...path().filter((folder) => isAbsolute(folder) && !`${folder}/`.startsWith(`${cwd}/`)),
    ...USUAL_PLACES,
  ];
  const isThere = (shell: Shell) => places.some((place) => isProgram(join(place, shell)));
  return !isThere("bash") && isThere("zsh") ? "zsh" : "bash";
}

/** The programs among the words of `command` in whose place a shell finds the shim of a version manager. */
export function shims(command: string): string[] {
  const words = new Set(command.match(/[\w\-+.]+/g) ?? []);
  return [...words].slice(0, WORDS_MAX).filter((name) => {
    const found = path()
      .map((folder) => join(folder, name))
      .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
    return found !== undefined && isShim(name, found);
  });
}

/** Whether the program at `found`, which the shell starts as `name`, is a shim. What cannot be followed is one. */
function isShim(name: string, found: string): boolean {
  const real = realPath(found);
  if (real === undefined) return true;
  const file = basename(real);
  // `python3` leads to `python3.11`, and `nodejs` to `node`.
  const leadsElsewhere = !file.startsWith(name) && !name.startsWith(file);
  return leadsElsewhere || isManaged(found) || isManaged(real);
}

/** Whether a file lies where version managers keep their shims. The versions themselves are programs. */
function isManaged(file: string): boolean {
  const names = dirname(file).split("/");
  const isManager = (name: string, at: number) =>
    name.endsWith("env") && name !== ".venv" && (name.startsWith(".") || names[at - 1] === "Cellar");
  const isVersion = names.includes("versions") || names.includes("installs");
  return names.includes("shims") || (!isVersion && names.some(isManager));
}

function path(): string[] {
  return (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
}

function kind(program: string): Shell | undefined {
  const name = basename(program).replace(/\.exe$/, "");
  return name === "bash" || name === "zsh" ? name : undefined;
}

function isProgram(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && (process.platform === "win32" || (found.mode & 0o111) !== 0);
}
