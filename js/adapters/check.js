// Checks the adapters against the real frameworks: types of sources and tests, then the tests, on the packed package.

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { install, pack, unpack } from "../test/package.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const tsc = "../node_modules/typescript/bin/tsc";
const node = (...parameters) => execFileSync(process.execPath, parameters, { cwd: here, stdio: "inherit" });

install(here);
rmSync(`${here}node_modules/shellgate`, { recursive: true, force: true });
unpack(pack(), `${here}node_modules/shellgate`);
node(tsc, "-p", ".");
commonJs();
node(
  "--test",
  ...readdirSync(`${here}test`)
    .filter((name) => name.endsWith(".test.js"))
    .map((name) => `test/${name}`),
);

/** Types as strict CommonJS sees them, without `skipLibCheck`; what is wrong in the frameworks' own is not ours. */
function commonJs() {
  const strict = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--target",
    "es2022",
    "--module",
    "node16",
    "--types",
    "node",
  ];
  const { stdout } = spawnSync(process.execPath, [tsc, ...strict, "test/commonjs.cts"], {
    cwd: here,
    encoding: "utf8",
  });
  const ours = stdout.split("\n").filter((line) => /shellgate\/dist|commonjs\.cts/.test(line));
  if (ours.length === 0) return;
  console.error(ours.join("\n"));
  process.exit(1);
}
