// The release under test: its files, their checksums, and the systems that it has packages for.

import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** The triples of the targets. */
export const LINUX = "x86_64-unknown-linux-musl";
export const ARM = "aarch64-unknown-linux-musl";
export const WINDOWS = "x86_64-pc-windows-gnu";

/**
 * What each target's system is called: by a reader, by npm and by pip (`wheels`: the tags of systems that the wheel is
 * for); and the name of the program.
 */
const SYSTEMS = [
  {
    target: LINUX,
    name: "Linux",
    npm: ["linux", "x64"],
    wheels: ["manylinux2014_x86_64", "musllinux_1_1_x86_64"],
    program: "shellgate",
  },
  {
    target: ARM,
    name: "Linux on Arm",
    npm: ["linux", "arm64"],
    wheels: ["manylinux2014_aarch64", "musllinux_1_1_aarch64"],
    program: "shellgate",
  },
  {
    target: "x86_64-apple-darwin",
    name: "macOS",
    npm: ["darwin", "x64"],
    wheels: ["macosx_11_0_x86_64", "macosx_14_0_x86_64"],
    program: "shellgate",
  },
  {
    target: "aarch64-apple-darwin",
    name: "macOS on Arm",
    npm: ["darwin", "arm64"],
    wheels: ["macosx_11_0_arm64", "macosx_14_0_arm64"],
    program: "shellgate",
  },
  {
    target: WINDOWS,
    name: "Windows",
    npm: ["win32", "x64"],
    wheels: ["win_amd64"],
    program: "shellgate.exe",
  },
];

/** The folder of the repository. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The folder for what is built. */
export const built = process.env.CARGO_TARGET_DIR ?? join(root, "target");

const { values } = parseArgs({
  options: {
    release: { type: "string", default: join(built, "packages") },
    target: {
      type: "string",
      multiple: true,
      default: SYSTEMS.map(({ target }) => target),
    },
    "stand-in": { type: "string", multiple: true, default: [] },
    wasm: { type: "string" },
    binstall: { type: "string" },
  },
});
const unknown = [...values.target, ...values["stand-in"]].filter(
  (target) => !SYSTEMS.some((system) => system.target === target),
);
if (unknown.length > 0) throw new Error(`no target is called \`${unknown.join("`, `")}\``);

/** The folder of the release. */
export const release = resolve(values.release);

/** The packed package `shellgate`, which decides in WebAssembly, if one was named. */
export const wasm = values.wasm === undefined ? undefined : resolve(values.wasm);

/** The program cargo-binstall, if one was named. */
export const binstall = values.binstall === undefined ? undefined : resolve(values.binstall);

const crate = join(release, "crate/Cargo.toml");

/** The address of the repository that the release was made for; without one, nothing can name its archives. */
export const repository = existsSync(crate) ? /^repository = "(.*)"$/m.exec(readFileSync(crate, "utf8"))[1] : undefined;

/** The version of every package. */
export const { version } = JSON.parse(readFileSync(join(root, "js/package.json"), "utf8"));

/** The systems whose packages are tested, and those that nobody asked for. */
export const systems = SYSTEMS.filter(({ target }) => values.target.includes(target));
export const others = SYSTEMS.filter((system) => !systems.includes(system));

/** The system of `target`, if its packages are tested. */
export const tested = (target) => systems.find((system) => system.target === target);

/** Whether `system` has a stand-in for its program, which is installed as the program is, and which nothing looks into. */
export const isStandIn = ({ target }) => values["stand-in"].includes(target);

/** The checksums of the release by the name of the file. */
export const sums = new Map(
  readFileSync(join(release, "SHA256SUMS"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("  ").reverse()),
);

/** The path of the package for npm with this name. */
export const tarball = (name) => join(release, `${name}-${version}.tgz`);

/** The path of the archive of `system`. */
export function archive({ target }) {
  return join(release, `shellgate-${version}-${target}.${target === WINDOWS ? "zip" : "tar.gz"}`);
}

/** The path of the wheel of `system`. */
export function wheel(system) {
  const [tag] = system.wheels;
  return join(
    release,
    [...sums.keys()].find((name) => name.endsWith(".whl") && name.includes(tag)),
  );
}

/** The address of the archive of `system` in a release of the repository. */
export const address = (system) => `${repository}/releases/download/v${version}/${basename(archive(system))}`;
