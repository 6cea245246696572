// Empty places to install into, and the programs that run there.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { onWindows, wineIn } from "../wine.mjs";
import { ARM, LINUX, WINDOWS, archive } from "./release.mjs";

const place = realpathSync(mkdtempSync(join(tmpdir(), "shellgate-packages-")));
let wine;
after(() => {
  wine?.end();
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
});

/** A new empty directory. */
export function empty(name) {
  const folder = join(place, name);
  mkdirSync(folder);
  return folder;
}

/** Runs a program with an environment that has nothing of the person who runs the tests; `status` is what it must end with. */
export function run(cwd, program, words, { status = 0, input = "", env = {} } = {}) {
  const home = join(place, "home");
  mkdirSync(home, { recursive: true });
  const { PATH } = process.env;
  const npm = {
    npm_config_cache: join(place, "cache"),
    npm_config_update_notifier: "false",
  };
  const done = spawnSync(program, words, {
    cwd,
    input,
    encoding: "utf8",
    env: {
      PATH,
      HOME: home,
      SHELL: "/bin/bash",
      LANG: "C.UTF-8",
      NO_COLOR: "1",
      ...npm,
      ...wine?.env,
      ...env,
    },
  });
  if (done.error) throw done.error;
  assert.equal(done.status, status, `${program} ${words.join(" ")}\n${done.stdout}\n${done.stderr}`);
  const text = (output) => output.replaceAll("\r\n", "\n");
  return { stdout: text(done.stdout), stderr: text(done.stderr) };
}

const STREAMS = fileURLToPath(new URL("../windows/streams.py", import.meta.url));

/** The words that start a program of Windows here; with `streams`, one that takes only `files` or only `pipes`. */
export function windows(streams) {
  wine ??= wineIn(join(place, "wine"));
  return [...(streams === undefined ? [] : ["python3", STREAMS, streams]), ...wine.words];
}

/** How a program of each system is started here, on Linux. */
const STARTERS = {
  [LINUX]: () => [],
  [ARM]: () => ["qemu-aarch64"],
  [WINDOWS]: windows,
};

/** Whether programs of `system` start here. */
export const isStartedHere = ({ target }) => target in STARTERS;

/** The words that start `program` of `system`. */
export const starting = ({ target }, program) => [...STARTERS[target](), program];

/** `path` as programs of `system` name it. */
export const pathOn = (system, path) => (system.target === WINDOWS ? onWindows(path) : path);

/** Unpacks the archive of `system` into a new directory; returns the folder that is in it. */
export function unpack(system, name) {
  const folder = empty(name);
  const file = archive(system);
  if (file.endsWith(".zip")) run(folder, "unzip", ["-q", file]);
  else run(folder, "tar", ["-xzf", file]);
  const own = basename(file).replace(/\.(zip|tar\.gz)$/, "");
  assert.deepEqual(readdirSync(folder), [own]);
  return join(folder, own);
}

const programs = new Map();

/** The bytes of the program of `system`, from its archive. */
export function archived(system) {
  const { target, program } = system;
  if (!programs.has(target)) {
    programs.set(target, readFileSync(join(unpack(system, `program-${target}`), program)));
  }
  return programs.get(target);
}

/** Prints how long `work` takes. */
export function seconds(what, work) {
  const start = performance.now();
  work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
