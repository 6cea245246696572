// The packages of a release, each installed from its file in an empty directory and used there.
//
//   node tests/platforms/packages.mjs [--release DIR] [--target TRIPLE]… [--stand-in TRIPLE]… [--wasm TARBALL] [--binstall PROGRAM]
//
// A target that is asked for has to be in the release; without one, all are. The program for a `--stand-in` is any file,
// which is installed and not looked into. `--wasm` is the packed package `shellgate`, `--binstall` the program cargo-binstall.
// Programs for Arm are started by qemu, programs for Windows by Wine; none for macOS is started. The packages come from
// their files alone. What installs those for Windows is fetched once (windows/interpreters.mjs).

import "./packages/archives.mjs";
import "./packages/binstall.mjs";
import "./packages/npm.mjs";
import "./packages/pip.mjs";
import "./packages/readme.mjs";
import "./packages/homebrew.mjs";
import "./packages/winget.mjs";
import { isStartedHere } from "./packages/place.mjs";
import { isStandIn, others, systems } from "./packages/release.mjs";

for (const { target } of others) console.log(`not asked for: ${target}`);
for (const system of systems.filter((system) => !isStartedHere(system))) {
  const what = isStandIn(system) ? "a stand-in for the program" : "the program";
  console.log(`installed and not started, because nothing here can: ${what} for ${system.name}`);
}
