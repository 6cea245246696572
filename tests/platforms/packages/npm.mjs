// The packages of npm, installed as npm does it on each system: from a registry that has them, and from their files.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { node } from "../windows/interpreters.mjs";
import { onWindows } from "../wine.mjs";
import { answers, identity } from "./answers.mjs";
import { archived, empty, isStartedHere, run, seconds, starting, windows } from "./place.mjs";
import { platform, registries } from "./registry.mjs";
import { LINUX, WINDOWS, systems, tarball, tested, version, wasm } from "./release.mjs";

const OPTIONS = ["--no-audit", "--no-fund"];

/** Node for Windows as it is started here, with one of the programs of npm or with nothing. */
function nodeOfWindows(...program) {
  const { node: file, npm } = node();
  return [...windows("files"), file, ...program.map((name) => onWindows(join(npm, name)))];
}

/** Installs the package `name` into `folder` as npm does it on `system`. */
function install(system, folder, name) {
  const words = ["install", ...OPTIONS, name];
  const [os, cpu] = system.npm;
  const here = (folder) =>
    run(folder, "npm", [...words, `--os=${os}`, `--cpu=${cpu}`], {
      env: registries,
    });
  if (system.target !== WINDOWS) return here(folder);
  // Node for Windows cannot connect under Wine, so that it takes what the registry said from the cache of npm.
  here(empty(`cache-of-${basename(folder)}-${name}`));
  const [program, ...first] = nodeOfWindows("npm-cli.js");
  return run(folder, program, [...first, ...words, "--offline"], {
    env: registries,
  });
}

for (const system of systems) {
  test(`${system.name}: npm installs the program of this system and no other, and the command finds it`, async () => {
    const folder = empty(`npm-${system.target}`);
    install(system, folder, "shellgate-cli");
    const all = join(folder, "node_modules/@shellgate");
    assert.deepEqual(readdirSync(all), [system.npm.join("-")]);
    const installed = join(all, system.npm.join("-"), "bin", system.program);
    assert.ok(readFileSync(installed).equals(archived(system)), "it is the program of the archive");
    if (system.target !== WINDOWS) assert.equal(statSync(installed).mode & 0o777, 0o755);
    const manifest = JSON.parse(readFileSync(join(installed, "../../package.json"), "utf8"));
    assert.equal(manifest.preferUnplugged, true);
    const command = join(folder, "node_modules/shellgate-cli");
    const { find } = await import(pathToFileURL(join(command, "program.js")));
    assert.deepEqual(find(join(command, "bin.js"), version, ...system.npm), {
      path: installed,
    });
    if (!isStartedHere(system)) return;
    answers(system, folder, starting(system, installed));
    identity(system, folder, starting(system, installed));
  });
}

const linux = tested(LINUX);
if (linux !== undefined) {
  test("Linux: from an empty directory to a verdict by npm, from the files alone", () => {
    const folder = empty("npm");
    const files = [platform(linux), tarball("shellgate-cli")];
    seconds("npm install of the packed files, and a verdict", () => {
      run(folder, "npm", ["install", "--offline", ...OPTIONS, ...files]);
      assert.match(run(folder, "npx", ["--no-install", "shellgate", "check", "--no-policy", "ls"]).stdout, /^allow/);
    });
    answers(linux, folder, [join(folder, "node_modules/.bin/shellgate")]);
    identity(linux, folder, [join(folder, "node_modules/.bin/shellgate")]);
  });

  test("Linux: an installation without the package of this system says what to do", () => {
    const folder = empty("npm-without");
    run(folder, "npm", ["install", "--offline", ...OPTIONS, "--omit=optional", tarball("shellgate-cli")]);
    const { stderr } = run(folder, join(folder, "node_modules/.bin/shellgate"), ["check", "ls"], { status: 2 });
    assert.match(
      stderr,
      /the package @shellgate\/linux-x64 is not installed; .*package-lock\.json.*--include=optional/,
    );
  });
}

const atWindows = tested(WINDOWS);
if (atWindows !== undefined) {
  test("Windows: the command that npm installs runs the program, with its exit code", () => {
    const folder = empty("npm-windows-command");
    install(atWindows, folder, "shellgate-cli");
    for (const name of ["shellgate.cmd", "shellgate.ps1"])
      assert.ok(existsSync(join(folder, "node_modules/.bin", name)), name);
    // The cmd of Wine does not understand the script that npm writes; this is what the script starts.
    const command = [...nodeOfWindows(), "node_modules\\shellgate-cli\\bin.js"];
    answers(atWindows, folder, command);
    identity(atWindows, folder, command);
  });
}

if (wasm !== undefined) {
  for (const system of [linux, atWindows].filter((it) => it !== undefined)) {
    test(`${system.name}: the package that decides in WebAssembly answers alone, and runs the program beside it`, () => {
      const folder = empty(`wasm-${system.target}`);
      install(system, folder, "shellgate");
      const node = system === linux ? [process.execPath] : nodeOfWindows();
      const [program, ...first] = [...node, "node_modules/shellgate/dist/bin.js"];
      const answer = run(folder, program, [...first, "check", "--no-policy", "ls"]);
      assert.match(answer.stdout, /^allow\[READ_ONLY\]/);
      const alone = run(folder, program, [...first, "run", "ls"], {
        status: 2,
      });
      assert.match(alone.stderr, /npm install shellgate-cli/);
      install(system, folder, "shellgate-cli");
      identity(system, folder, [program, ...first]);
      if (system === linux) identity(system, folder, ["npx", "--no-install", "shellgate"]);
    });
  }
}
