// The crate `shellgate`, installed by cargo-binstall from the archives of this release.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { answers, identity } from "./answers.mjs";
import { cargo, crates } from "./crates.mjs";
import { archived, empty, isStartedHere, run, starting } from "./place.mjs";
import { LINUX, WINDOWS, binstall, repository, systems, tested } from "./release.mjs";

/** The names under which cargo-binstall asks for the program of a target: cargo's own build for that system comes first. */
const ASKED = {
  [LINUX]: ["x86_64-unknown-linux-gnu", LINUX],
  "aarch64-unknown-linux-musl": ["aarch64-unknown-linux-gnu", "aarch64-unknown-linux-musl"],
  [WINDOWS]: ["x86_64-pc-windows-msvc", WINDOWS],
};

if (binstall === undefined) console.log("not asked for: cargo binstall (`--binstall`)");
else if (repository === undefined)
  test("cargo-binstall finds the archives of a release", () => {
    assert.fail("the release has no address; make it with `--repository URL`");
  });
else {
  for (const system of systems) {
    test(`${system.name}: cargo-binstall finds the archive of the system, and installs its program`, () => {
      for (const target of ASKED[system.target] ?? [system.target]) {
        const folder = empty(`binstall-${target}`);
        const words = ["binstall", "--targets", target, "--install-path", folder, "shellgate"];
        run(folder, "cargo", words, { env: crates });
        const installed = join(folder, system.program);
        assert.ok(readFileSync(installed).equals(archived(system)), target);
        assert.equal(statSync(installed).mode & 0o111, 0o111);
      }
    });
  }

  const linux = tested(LINUX);
  if (linux !== undefined)
    test("README: cargo binstall shellgate", () => {
      const folder = empty("binstall");
      const env = { ...crates, ...cargo(folder) };
      const program = join(folder, "cargo/bin/shellgate");
      run(folder, "bash", ["-c", "cargo binstall shellgate"], { env });
      answers(linux, folder, [program]);
      identity(linux, folder, [program]);
      run(folder, "cargo", ["uninstall", "shellgate"], { env });
      assert.ok(!existsSync(program));
    });
}
