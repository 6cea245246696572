#!/usr/bin/env node
// `shellgate`, from the package of this system.
//
// Owns the sentence where there is none. Decides nothing.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { find, run } from "./program.js";

/** No agent lets a call go on after this exit code of its hook. */
const UNUSABLE = 2;

try {
  const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));
  const { path, problem } = find(fileURLToPath(import.meta.url), version);
  if (path === undefined) throw new Error(problem);
  process.exitCode = run(path, process.argv.slice(2));
} catch (error) {
  console.error(
    `shellgate: ${error.message}\n  = help: \`npx shellgate check COMMAND\` decides in WebAssembly, on every system with Node`,
  );
  process.exitCode = UNUSABLE;
}
