// The packages of a release, each installed from its file in an empty directory and used there.
//
//   node tests/platforms/packages.mjs [--release DIR] [--target TRIPLE]… [--wasm TARBALL]
//
// A target that is asked for has to be in the release; without one, all are. `--wasm` is the packed package `shellgate`.
// Programs for Arm are started by qemu, programs for Windows by Wine; none for macOS is started. The packages come from
// their files alone. What installs those for Windows is fetched once (windows/interpreters.mjs).

import "./packages/archives.mjs";
import "./packages/npm.mjs";
import "./packages/pip.mjs";
import "./packages/readme.mjs";
import "./packages/manifests.mjs";
import { isStartedHere } from "./packages/place.mjs";
import { others, systems } from "./packages/release.mjs";

for (const { target } of others) console.log(`not asked for: ${target}`);
for (const { name } of systems.filter((system) => !isStartedHere(system)))
  console.log(`installed and not started, because nothing here can: the program for ${name}`);
