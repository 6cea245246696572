// The package as a user gets it: built, packed, and put where a project would have it.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the package. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Builds and packs; returns the path of the tarball. */
export function pack() {
  execFileSync(process.execPath, [join(root, "build.js")], { stdio: "inherit" });
  const folder = mkdtempSync(join(tmpdir(), "shellgate-pack-"));
  const [{ filename }] = JSON.parse(npm(root, "pack", "--json", "--ignore-scripts", "--pack-destination", folder));
  return join(folder, filename);
}

/** Unpacks a tarball into `folder`, which npm itself would leave alone because no manifest names it. */
export function unpack(tarball, folder) {
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
}

/** Installs what the lock file of `folder` names, unless it has done so before. */
export function install(folder) {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const installed = join(folder, "node_modules", ".installed-lock.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  npm(folder, "ci", "--no-audit", "--no-fund", "--ignore-scripts");
  writeFileSync(installed, lock);
}

function npm(cwd, ...parameters) {
  return execFileSync("npm", parameters, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  });
}
