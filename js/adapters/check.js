// Checks the adapters against the real frameworks: types of sources and tests, then the tests, on the packed package.

import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { install, pack, unpack } from "../test/package.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const node = (...parameters) => execFileSync(process.execPath, parameters, { cwd: here, stdio: "inherit" });

install(here);
rmSync(`${here}node_modules/shellgate`, { recursive: true, force: true });
unpack(pack(), `${here}node_modules/shellgate`);
node("../node_modules/typescript/bin/tsc", "-p", ".");
node(
  "--test",
  ...readdirSync(`${here}test`)
    .filter((name) => name.endsWith(".test.js"))
    .map((name) => `test/${name}`),
);
