// The lines of README's "Install", word by word, each in an empty directory.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { answers, identity } from "./answers.mjs";
import { empty, run } from "./place.mjs";
import { platform, registries } from "./registry.mjs";
import { LINUX, archive, root, tarball, tested, version, wasm, wheel } from "./release.mjs";

/** What each line needs, and the program that it installs, in the directory where it ran. */
const LINES = {
  "npm install -g shellgate-cli": { installs: "prefix/bin/shellgate" },
  "pip install shellgate": {
    prepare: environment,
    installs: "env/bin/shellgate",
  },
  [`tar -xzf shellgate-*-${LINUX}.tar.gz`]: {
    prepare: (folder, system) => cpSync(archive(system), join(folder, basename(archive(system)))),
    installs: `shellgate-${version}-${LINUX}/shellgate`,
  },
  "npm install -g target/packages/shellgate-{cli,linux-x64}-*.tgz": {
    prepare: files,
    installs: "prefix/bin/shellgate",
  },
  "pip install --no-index target/packages/shellgate-*_x86_64.whl": {
    prepare(folder, system) {
      environment(folder);
      files(folder, system);
    },
    installs: "env/bin/shellgate",
  },
};

/** What is tried elsewhere: the release itself, and what needs a registry of crates (binstall.mjs). */
const ELSEWHERE = ["cargo binstall shellgate", `cargo xtask release --target ${LINUX} --repository https://example.org/shellgate`];

/** Makes an environment of Python with a pip of its own. */
function environment(folder) {
  run(folder, "python3", ["-m", "venv", "env"]);
}

/** Puts the packages for Linux where a release of Linux alone puts them. */
function files(folder, system) {
  const to = join(folder, "target/packages");
  mkdirSync(to, { recursive: true });
  for (const file of [tarball("shellgate-cli"), platform(system), wheel(system)])
    cpSync(file, join(to, basename(file)));
}

/** The commands of the section that install from a release or a registry, without their comments: all but the first block. */
function commands() {
  const text = readFileSync(join(root, "README.md"), "utf8");
  const section = text.slice(text.indexOf("\n## Install\n"));
  const blocks = [...section.matchAll(/```sh\n([^]*?)```/g)].slice(1, 3).map(([, block]) => block);
  return blocks.flatMap((block) => block.trim().split("\n")).map((line) => line.replace(/\s+#.*/, ""));
}

const linux = tested(LINUX);
if (linux !== undefined) {
  const verdict = "npx shellgate check 'ls'";

  test("README's lines to install are the ones that are tried", () => {
    assert.deepEqual(commands().sort(), [...Object.keys(LINES), ...ELSEWHERE, verdict].sort());
  });

  if (wasm !== undefined) {
    test(`README: ${verdict}`, () => {
      const env = { ...registries, npm_config_yes: "true" };
      assert.match(run(empty("readme-npx"), "bash", ["-c", verdict], { env }).stdout, /^allow\[READ_ONLY\]/);
    });
  }

  for (const [line, { prepare, installs }] of Object.entries(LINES)) {
    test(`README: ${line}`, () => {
      const folder = empty(`readme-${line.replaceAll(/\W+/g, "-")}`);
      prepare?.(folder, linux);
      const PATH = `${join(folder, "env/bin")}:${process.env.PATH}`;
      const env = {
        ...registries,
        npm_config_prefix: join(folder, "prefix"),
        PATH,
      };
      run(folder, "bash", ["-c", line], { env });
      answers(linux, folder, [join(folder, installs)]);
      identity(linux, folder, [join(folder, installs)]);
    });
  }
}
