// The archives: what is in them, and that the program of each is made for every machine of its system.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as elf from "../binaries/elf.mjs";
import * as machO from "../binaries/mach-o.mjs";
import * as pe from "../binaries/pe.mjs";
import { answers, identity } from "./answers.mjs";
import { archived, empty, isStartedHere, run, starting, unpack } from "./place.mjs";
import { LINUX, WINDOWS, isStandIn, release, sums, systems, tested, version } from "./release.mjs";

test("every file of the release is in the list of checksums, and every checksum holds", () => {
  run(release, "sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"]);
  const files = readdirSync(release, { recursive: true }).filter((name) => statSync(join(release, name)).isFile());
  assert.deepEqual(files.filter((name) => name !== "SHA256SUMS").sort(), [...sums.keys()].sort());
});

/** What the program of each kind of system must be, so that every machine of that system starts it. */
const machines = {
  linux(program, arch) {
    // It is static, so that no C library is too old for it.
    const machine = { x64: "x86-64", arm64: "arm64" }[arch];
    assert.deepEqual(elf.read(program), {
      machine,
      interpreter: undefined,
      needed: [],
    });
  },
  darwin(program, arch) {
    const read = machO.read(program);
    assert.equal(read.machine, { x64: "x86-64", arm64: "arm64" }[arch]);
    assert.equal(read.oldest, "11.0");
    for (const library of read.libraries) assert.match(library, /^\/(usr\/lib|System\/Library)\//);
    // Apple's processors start nothing unsigned; each page has its hash in the signature.
    if (arch === "arm64") assert.equal(read.signature, "valid");
  },
  win32(program) {
    const read = pe.read(program);
    // It has no time of its linking.
    assert.deepEqual([read.machine, read.time], ["x86-64", 0]);
    for (const library of read.libraries) assert.match(library.toLowerCase(), /^(api-ms-win-|[a-z0-9_]+\.dll$)/);
    for (const library of ["libgcc_s_seh-1.dll", "libwinpthread-1.dll"])
      assert.ok(!read.libraries.includes(library), library);
  },
};

for (const system of systems) {
  const { target, name } = system;

  test(`${name}: the archive has the program, its texts and what a shell reads`, () => {
    const folder = unpack(system, `archive-${target}`);
    assert.equal(statSync(join(folder, system.program)).mode & 0o777, 0o755);
    for (const file of [
      ...["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.txt"],
      ...["shellgate.bash", "_shellgate", "shellgate.fish", "_shellgate.ps1", "shellgate.elv"].map(
        (it) => `completions/${it}`,
      ),
      ...["shellgate.1", "shellgate-check.1", "shellgate-tasks-wait.1"].map((it) => `man/man1/${it}`),
    ])
      assert.ok(statSync(join(folder, file)).size > 500, file);
    const third = readFileSync(join(folder, "THIRD-PARTY.txt"), "utf8");
    for (const part of [
      "tree-sitter ",
      "the standard library of Rust",
      "the generated parser of bash",
      "Apache License",
    ])
      assert.ok(third.includes(part), part);
    assert.equal(third.includes("musl libc"), target.endsWith("-musl"));
    assert.equal(third.includes("the runtime of MinGW-w64"), target === WINDOWS);
  });

  test(`${name}: the list of what is in the program is of this program`, () => {
    const list = JSON.parse(readFileSync(join(release, `shellgate-${version}-${target}.cdx.json`), "utf8"));
    assert.deepEqual([list.bomFormat, list.specVersion], ["CycloneDX", "1.5"]);
    const sum = createHash("sha256").update(archived(system)).digest("hex");
    assert.deepEqual(list.metadata.component.hashes, [{ alg: "SHA-256", content: sum }]);
    const names = list.components.map((component) => component.name);
    for (const crate of ["policy-core", "tree-sitter", "clap", "tokio"]) assert.ok(names.includes(crate), crate);
    assert.equal(names.includes("landlock"), target.includes("-linux-"));
    for (const component of list.components) assert.equal(component.licenses?.length, 1, component.name);
  });

  if (!isStandIn(system))
    test(`${name}: the program needs only what every machine of the system has`, () => {
      const [kind, arch] = system.npm;
      machines[kind](archived(system), arch);
    });

  if (!isStartedHere(system)) continue;

  test(`${name}: the unpacked program decides, and knows what it is`, () => {
    const folder = unpack(system, `unpacked-${target}`);
    const command = starting(system, join(folder, system.program));
    answers(system, folder, command);
    identity(system, folder, command);
  });
}

const linux = tested(LINUX);
if (linux !== undefined) {
  test("Linux: the unpacked program runs a command in the sandbox", () => {
    const folder = unpack(linux, "unpacked");
    const program = join(folder, "shellgate");
    const ran = run(folder, program, ["run", "--no-policy", "echo in the sandbox"]);
    assert.equal(ran.stdout, "in the sandbox\n");
    assert.match(ran.stderr, /sandbox embedded: full, (\d+) of \1 promises held/);
    // The flags of these calls have other names in each C library.
    const moved = "touch a b; mkdir -p d e; mv a d/; mv b e; cp d/a e/c; rm d/a; ls d e";
    const options = ["run", "--no-policy", "--no-hooks", "--yes", "--cwd", empty("moved")];
    assert.equal(run(folder, program, [...options, moved]).stdout, "d:\n\ne:\nb\nc\n");
    const doctor = JSON.parse(run(folder, program, ["doctor", "--json"]).stdout);
    assert.ok(doctor.healthy && doctor.parts.length >= 20, JSON.stringify(doctor.parts));
  });

  test("Linux: the program carries no page, and says how to build one", () => {
    const folder = unpack(linux, "page");
    const ended = run(folder, join(folder, "shellgate"), ["playground", "--json"], { status: 2 });
    assert.match(JSON.parse(ended.stdout).error.message, /without the page/);
    assert.match(ended.stderr, /cargo xtask wasm[^]*npm run build/);
  });

  test("Linux: bash and zsh load the completions, and bash completes a command", () => {
    const folder = join(unpack(linux, "completions"), "completions");
    const bash = `source ./shellgate.bash; complete -p shellgate
      COMP_WORDS=(shellgate che) COMP_CWORD=1 COMP_LINE='shellgate che' COMP_POINT=13
      _shellgate shellgate che shellgate; echo "\${COMPREPLY[@]}"`;
    assert.match(run(folder, "bash", ["--norc", "-c", bash]).stdout, /complete .*_shellgate.*\ncheck\n$/);
    const zsh =
      "fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u; print $_comps[shellgate]; autoload +X _shellgate && zsh -n ./_shellgate";
    assert.equal(run(folder, "zsh", ["-fc", zsh]).stdout, "_shellgate\n");
  });

  test("Linux: the manual pages are set without a warning", () => {
    const folder = join(unpack(linux, "man"), "man/man1");
    for (const page of readdirSync(folder)) {
      const set = run(folder, "groff", ["-man", "-ww", "-Tutf8", page]);
      assert.equal(set.stderr, "", page);
    }
    const { stdout } = run(folder, "man", ["-l", "./shellgate.1"], {
      env: { MANPAGER: "cat", MANWIDTH: "100" },
    });
    assert.match(stdout, /shellgate-check\(1\)|shellgate check/);
  });
}
