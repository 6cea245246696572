// The formula of Homebrew, played for each of its systems with the archives of this release (formula.rb).

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { answers, identity } from "./answers.mjs";
import { archived, empty, isStartedHere, run, starting, unpack } from "./place.mjs";
import { LINUX, address, archive, others, release, repository, sums, systems, tested, version } from "./release.mjs";

const formula = join(release, "homebrew/shellgate.rb");

/** What Homebrew calls each system of npm. */
const SYSTEMS = { darwin: "macos", linux: "linux" };
const PROCESSORS = { arm64: "arm", x64: "intel" };

/** Plays the formula on `system`. */
const play = ({ npm: [os, cpu] }, ...words) => {
  const script = fileURLToPath(new URL("formula.rb", import.meta.url));
  return run(release, "ruby", [script, formula, SYSTEMS[os], PROCESSORS[cpu], ...words]).stdout;
};

if (others.length > 0) console.log("not tested: the formula, which needs every target");
else if (repository === undefined)
  test("a release with every target has the formula and the manifests", () => {
    assert.fail("the release has none; make it with `--repository URL`");
  });
else {
  for (const system of systems.filter(({ npm: [os] }) => os in SYSTEMS)) {
    test(`${system.name}: Homebrew installs the program, its manual and its completions by the formula`, () => {
      const said = JSON.parse(play(system));
      assert.equal(said.url, address(system));
      assert.deepEqual([said.version, said.sha256], [version, sums.get(basename(archive(system)))]);
      assert.ok(said.desc.length <= 80 && !/^(an?|the) /i.test(said.desc), "a description has at most 80 letters");

      const prefix = empty(`brew-${system.target}`);
      play(system, unpack(system, `brew-archive-${system.target}`), prefix);
      const installed = join(prefix, "bin", system.program);
      assert.ok(readFileSync(installed).equals(archived(system)));
      const share = (folder) => readdirSync(join(prefix, folder));
      assert.deepEqual(share("etc/bash_completion.d"), ["shellgate"]);
      assert.deepEqual(share("share/zsh/site-functions"), ["_shellgate"]);
      assert.deepEqual(share("share/fish/vendor_completions.d"), ["shellgate.fish"]);
      assert.ok(share("share/man/man1").includes("shellgate-check.1"));
      if (!isStartedHere(system)) return;
      answers(system, prefix, starting(system, installed));
      identity(system, prefix, starting(system, installed));
    });
  }

  test("Linux: the formula's own test passes, and fails without the program", () => {
    const linux = tested(LINUX);
    const prefix = empty("brew-test");
    play(linux, unpack(linux, "brew-test-archive"), prefix, "--test");
    const without = unpack(linux, "brew-test-without");
    run(without, "rm", ["shellgate"]);
    assert.throws(() => play(linux, without, empty("brew-test-nothing"), "--test"), /shellgate is not in the archive/);
  });
}
