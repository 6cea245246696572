// Finds the program `shellgate` among the installed packages, and runs it.
//
// Owns the names of the packages for each system, and the sentence for a system without one. Downloads nothing.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";

/** The systems with a package, as Node names them. */
const SYSTEMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64"];

/** The package that names those of all systems. */
const COMMAND = "shellgate-cli";

export function find(from, version, platform = process.platform, arch = process.arch) {
  const system = `${platform}-${arch}`;
  if (!SYSTEMS.includes(system)) {
    return { problem: `there is no package of the program for ${system}; build it with cargo from the repository` };
  }
  const name = `@shellgate/${system}`;
  const manifest = resolved(from, name) ?? resolved(resolved(from, COMMAND), name);
  if (manifest === undefined) {
    // npm leaves out what a lock file of another system does not name: npm/cli#4828.
    const isCommand = resolved(from, COMMAND) !== undefined || from.includes(`/${COMMAND}/`);
    const remedy = isCommand
      ? "the lock file may come from another system: remove node_modules and package-lock.json and install again, or " +
        "install with `--include=optional`"
      : `\`npm install ${COMMAND}\` brings it`;
    return { problem: `the package ${name} is not installed; ${remedy}` };
  }
  const { version: found } = JSON.parse(readFileSync(manifest, "utf8"));
  if (found !== version) {
    return { problem: `the package ${name} is of version ${found} instead of ${version}; install the two together` };
  }
  return { path: join(dirname(manifest), "bin", platform === "win32" ? "shellgate.exe" : "shellgate") };
}

/** The manifest of the package `name` as the file or URL `from` would import it. */
function resolved(from, name) {
  if (from === undefined) return undefined;
  try {
    return createRequire(from).resolve(`${name}/package.json`);
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

export function run(path, words) {
  // A signal from the terminal reaches the program too, and this process stays until it has ended.
  const signals = ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP"];
  const wait = () => {};
  for (const signal of signals) process.on(signal, wait);
  const { status, signal, error } = spawnSync(path, words, { stdio: "inherit", windowsHide: true });
  for (const signal of signals) process.off(signal, wait);
  if (error) throw error;
  return status ?? 128 + (constants.signals[signal] ?? 0);
}
