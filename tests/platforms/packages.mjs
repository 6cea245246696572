// The packages of a release, each installed from its file in an empty directory and used there.
//
//   node tests/platforms/packages.mjs [--release DIR] [--target TRIPLE]… [--wasm TARBALL]
//
// A target that is asked for has to be in the release; without one, all are. `--wasm` is the packed package `shellgate`.
// Nothing is downloaded: npm and pip get the files alone.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as elf from "./binaries/elf.mjs";
import * as machO from "./binaries/mach-o.mjs";
import * as pe from "./binaries/pe.mjs";

const LINUX = "x86_64-unknown-linux-musl";
const ARM = "aarch64-unknown-linux-musl";
const MAC = ["x86_64-apple-darwin", "aarch64-apple-darwin"];
const WINDOWS = "x86_64-pc-windows-gnu";
const ALL = [LINUX, ARM, ...MAC, WINDOWS];

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({
  options: {
    release: { type: "string", default: join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "packages") },
    target: { type: "string", multiple: true, default: ALL },
    wasm: { type: "string" },
  },
});
const release = resolve(values.release);
const { version } = JSON.parse(readFileSync(join(root, "js/package.json"), "utf8"));
const place = realpathSync(mkdtempSync(join(tmpdir(), "shellgate-packages-")));
after(() => rmSync(place, { recursive: true, force: true }));

const has = (...targets) => targets.every((target) => values.target.includes(target));
for (const target of ALL.filter((target) => !has(target))) console.log(`not asked for: ${target}`);

/** The checksums of the release by the name of the file. */
const sums = new Map(
  readFileSync(join(release, "SHA256SUMS"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("  ").reverse()),
);

/** A new empty directory. */
function empty(name) {
  const folder = join(place, name);
  mkdirSync(folder);
  return folder;
}

/** Runs a program with an environment that has nothing of the person who runs the tests; `status` is what it must end with. */
function run(cwd, program, words, { status = 0, input = "", env = {} } = {}) {
  const home = join(place, "home");
  mkdirSync(home, { recursive: true });
  const { PATH } = process.env;
  const npm = { npm_config_cache: join(place, "cache"), npm_config_update_notifier: "false" };
  const done = spawnSync(program, words, {
    cwd,
    input,
    encoding: "utf8",
    env: { PATH, HOME: home, SHELL: "/bin/bash", LANG: "C.UTF-8", NO_COLOR: "1", ...npm, ...env },
  });
  if (done.error) throw done.error;
  assert.equal(done.status, status, `${program} ${words.join(" ")}\n${done.stdout}\n${done.stderr}`);
  return done;
}

/** A verdict of the installed program; and that what is denied or unknown is no allow. */
function answers(cwd, command) {
  const [program, ...words] = command;
  assert.match(run(cwd, program, [...words, "check", "--no-policy", "ls"]).stdout, /^allow\[READ_ONLY\]/);
  assert.match(
    run(cwd, program, [...words, "check", "--no-policy", "rm -rf /"], { status: 3 }).stdout,
    /^ask\[CRITICAL_REMOVAL\]/,
  );
  const lines = '{"id":1,"command":"ls"}\nno request\n{"id":2,"command":"git push"}\n';
  const [first, second, third] = run(cwd, program, [...words, "check", "--jsonl", "--no-policy"], { input: lines })
    .stdout.trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual([first.id, first.decision, third.id, third.decision], [1, "allow", 2, "ask"]);
  assert.ok(second.error.message);
  const call = {
    session_id: "s",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "pwd" },
    cwd,
  };
  const hooked = run(cwd, program, [...words, "hook", "--agent", "claude"], { input: JSON.stringify(call) });
  assert.equal(JSON.parse(hooked.stdout).hookSpecificOutput.permissionDecision, "allow");
  run(cwd, program, [...words, "hook", "--agent", "claude"], { input: "no call", status: 2 });
}

/** What `--version --json` says of the program. */
function identity(cwd, command, target) {
  const [program, ...words] = command;
  const said = JSON.parse(run(cwd, program, [...words, "--version", "--json"]).stdout);
  assert.equal(said.version, version);
  assert.equal(said.target, target);
  assert.equal(said.wireFormat, 1);
  for (const feature of ["attacks", "mcp", "web"]) assert.ok(said.features.includes(feature), feature);
  assert.ok(said.tables.count > 700 && /^20\d\d-\d\d-\d\d$/.test(said.tables.date), JSON.stringify(said.tables));
}

/** Unpacks the archive of `target` into a new directory; returns the folder that is in it. */
function unpack(target, name) {
  const folder = empty(name);
  const archive = `shellgate-${version}-${target}`;
  if (target === WINDOWS) run(folder, "unzip", ["-q", join(release, `${archive}.zip`)]);
  else run(folder, "tar", ["-xzf", join(release, `${archive}.tar.gz`)]);
  assert.deepEqual(readdirSync(folder), [archive]);
  return join(folder, archive);
}

function seconds(what, work) {
  const start = performance.now();
  work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

test("every file of the release is in the list of checksums, and every checksum holds", () => {
  run(release, "sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"]);
  const files = readdirSync(release, { recursive: true }).filter((name) => statSync(join(release, name)).isFile());
  assert.deepEqual(files.filter((name) => name !== "SHA256SUMS").sort(), [...sums.keys()].sort());
});

for (const target of values.target) {
  test(`${target}: the archive has the program, its texts and what a shell reads`, () => {
    const folder = unpack(target, `archive-${target}`);
    const program = join(folder, target === WINDOWS ? "shellgate.exe" : "shellgate");
    assert.equal(statSync(program).mode & 0o777, 0o755);
    for (const name of [
      ...["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.txt"],
      ...["shellgate.bash", "_shellgate", "shellgate.fish", "_shellgate.ps1", "shellgate.elv"].map(
        (it) => `completions/${it}`,
      ),
      ...["shellgate.1", "shellgate-check.1", "shellgate-tasks-wait.1"].map((it) => `man/man1/${it}`),
    ])
      assert.ok(statSync(join(folder, name)).size > 500, name);
    const third = readFileSync(join(folder, "THIRD-PARTY.txt"), "utf8");
    for (const name of [
      "tree-sitter ",
      "the standard library of Rust",
      "the generated parser of bash",
      "Apache License",
    ])
      assert.ok(third.includes(name), name);
    assert.equal(third.includes("musl libc"), target.endsWith("-musl"));
    assert.equal(third.includes("the runtime of MinGW-w64"), target === WINDOWS);
  });

  test(`${target}: the list of what is in the program is of this program`, () => {
    const list = JSON.parse(readFileSync(join(release, `shellgate-${version}-${target}.cdx.json`), "utf8"));
    assert.deepEqual([list.bomFormat, list.specVersion], ["CycloneDX", "1.5"]);
    const program = readFileSync(
      join(
        place,
        `archive-${target}/shellgate-${version}-${target}`,
        target === WINDOWS ? "shellgate.exe" : "shellgate",
      ),
    );
    const sum = createHash("sha256").update(program).digest("hex");
    assert.deepEqual(list.metadata.component.hashes, [{ alg: "SHA-256", content: sum }]);
    const names = list.components.map(({ name }) => name);
    for (const name of ["policy-core", "tree-sitter", "clap", "tokio"]) assert.ok(names.includes(name), name);
    assert.equal(names.includes("landlock"), target.includes("-linux-"));
    for (const { name, licenses } of list.components) assert.equal(licenses?.length, 1, name);
  });
}

if (has(LINUX)) {
  test("Linux: the program is static, so that no C library is too old for it", () => {
    const program = readFileSync(join(unpack(LINUX, "static"), "shellgate"));
    assert.deepEqual(elf.read(program), { machine: "x86-64", interpreter: undefined, needed: [] });
  });

  test("Linux: the unpacked program decides, knows what it is, and runs a command in the sandbox", () => {
    const folder = unpack(LINUX, "unpacked");
    const program = join(folder, "shellgate");
    answers(folder, [program]);
    identity(folder, [program], LINUX);
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

  test("Linux: npm installs the packed files and the program answers", () => {
    const folder = empty("npm");
    const files = [`shellgate-linux-x64-${version}.tgz`, `shellgate-cli-${version}.tgz`].map((name) =>
      join(release, name),
    );
    seconds("npm install of the packed files, and a verdict", () => {
      run(folder, "npm", ["install", "--offline", "--no-audit", "--no-fund", ...files]);
      assert.match(run(folder, "npx", ["--no-install", "shellgate", "check", "--no-policy", "ls"]).stdout, /^allow/);
    });
    answers(folder, [join(folder, "node_modules/.bin/shellgate")]);
    identity(folder, [join(folder, "node_modules/.bin/shellgate")], LINUX);
    const installed = join(folder, "node_modules/@shellgate/linux-x64/bin/shellgate");
    assert.equal(statSync(installed).mode & 0o777, 0o755);
    answers(folder, [installed]);
    const { os, cpu, preferUnplugged } = JSON.parse(
      readFileSync(join(folder, "node_modules/@shellgate/linux-x64/package.json"), "utf8"),
    );
    assert.deepEqual([os, cpu, preferUnplugged], [["linux"], ["x64"], true]);
  });

  test("Linux: an installation without the package of this system says what to do", () => {
    const folder = empty("npm-without");
    run(folder, "npm", [
      "install",
      "--offline",
      "--no-audit",
      "--no-fund",
      "--omit=optional",
      join(release, `shellgate-cli-${version}.tgz`),
    ]);
    const { stderr } = run(folder, join(folder, "node_modules/.bin/shellgate"), ["check", "ls"], { status: 2 });
    assert.match(
      stderr,
      /the package @shellgate\/linux-x64 is not installed; .*package-lock\.json.*--include=optional/,
    );
  });

  test("Linux: pip installs the wheel and the program answers", () => {
    const folder = empty("pip");
    run(folder, "python3", ["-m", "venv", "--without-pip", "env"]);
    const wheel = [...sums.keys()].find((name) => name.endsWith("musllinux_1_1_x86_64.whl"));
    const pip = ["-m", "pip", "--python", "env/bin/python", "--disable-pip-version-check", "install", "--no-index"];
    const program = join(folder, "env/bin/shellgate");
    seconds("pip install of the wheel, and a verdict", () => {
      run(folder, "python3", [...pip, join(release, wheel)]);
      assert.match(run(folder, program, ["check", "--no-policy", "ls"]).stdout, /^allow/);
    });
    answers(folder, [program]);
    identity(folder, [program], LINUX);
    assert.match(
      run(folder, "python3", ["-m", "pip", "--python", "env/bin/python", "show", "-f", "shellgate"]).stdout,
      /bin\/shellgate/,
    );
    run(folder, "python3", ["-m", "pip", "--python", "env/bin/python", "uninstall", "--yes", "shellgate"]);
    assert.ok(!existsSync(program));
  });

  test("Linux: bash and zsh load the completions, and bash completes a command", () => {
    const folder = join(unpack(LINUX, "completions"), "completions");
    const bash = `source ./shellgate.bash; complete -p shellgate
      COMP_WORDS=(shellgate che) COMP_CWORD=1 COMP_LINE='shellgate che' COMP_POINT=13
      _shellgate shellgate che shellgate; echo "\${COMPREPLY[@]}"`;
    assert.match(run(folder, "bash", ["--norc", "-c", bash]).stdout, /complete .*_shellgate.*\ncheck\n$/);
    const zsh =
      "fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u; print $_comps[shellgate]; autoload +X _shellgate && zsh -n ./_shellgate";
    assert.equal(run(folder, "zsh", ["-fc", zsh]).stdout, "_shellgate\n");
  });

  test("Linux: the manual pages are set without a warning", () => {
    const folder = join(unpack(LINUX, "man"), "man/man1");
    for (const page of readdirSync(folder)) {
      const set = run(folder, "groff", ["-man", "-ww", "-Tutf8", page]);
      assert.equal(set.stderr, "", page);
    }
    const { stdout } = run(folder, "man", ["-l", "./shellgate.1"], { env: { MANPAGER: "cat", MANWIDTH: "100" } });
    assert.match(stdout, /shellgate-check\(1\)|shellgate check/);
  });
}

if (has(LINUX) && values.wasm !== undefined) {
  const wasm = resolve(values.wasm);

  test("Linux: the package that decides in WebAssembly answers alone, and runs the program beside it", () => {
    const folder = empty("wasm");
    const options = ["install", "--offline", "--no-audit", "--no-fund"];
    run(folder, "npm", [...options, wasm]);
    const shellgate = ["--no-install", "shellgate"];
    assert.match(run(folder, "npx", [...shellgate, "check", "--no-policy", "ls"]).stdout, /^allow\[READ_ONLY\]/);
    assert.match(run(folder, "npx", [...shellgate, "run", "ls"], { status: 2 }).stderr, /npm install shellgate-cli/);
    run(folder, "npm", [
      ...options,
      join(release, `shellgate-linux-x64-${version}.tgz`),
      join(release, `shellgate-cli-${version}.tgz`),
    ]);
    identity(folder, [process.execPath, join(folder, "node_modules/shellgate/dist/bin.js")], LINUX);
    identity(folder, ["npx", ...shellgate], LINUX);
  });
}

if (has(ARM)) {
  test("Linux on Arm: the program is static, and decides under qemu", () => {
    const folder = unpack(ARM, "arm");
    const program = join(folder, "shellgate");
    assert.deepEqual(elf.read(readFileSync(program)), { machine: "arm64", interpreter: undefined, needed: [] });
    answers(folder, ["qemu-aarch64", program]);
    identity(folder, ["qemu-aarch64", program], ARM);
  });
}

for (const target of MAC.filter((target) => has(target))) {
  test(`${target}: the program starts on macOS 11 and needs only libraries of the system`, () => {
    const program = readFileSync(join(unpack(target, `mac-${target}`), "shellgate"));
    const read = machO.read(program);
    assert.equal(read.machine, target.startsWith("aarch64") ? "arm64" : "x86-64");
    assert.equal(read.oldest, "11.0");
    for (const library of read.libraries) assert.match(library, /^\/(usr\/lib|System\/Library)\//);
    // Apple's processors start nothing unsigned; each page has its hash in the signature.
    if (target.startsWith("aarch64")) assert.equal(read.signature, "valid");
  });
}

if (has(WINDOWS)) {
  test("Windows: the program needs only libraries of the system, and has no time of its linking", () => {
    const program = readFileSync(join(unpack(WINDOWS, "windows"), "shellgate.exe"));
    const read = pe.read(program);
    assert.equal(read.machine, "x86-64");
    assert.equal(read.time, 0);
    for (const library of read.libraries) assert.match(library.toLowerCase(), /^(api-ms-win-|[a-z0-9_]+\.dll$)/);
    for (const library of ["libgcc_s_seh-1.dll", "libwinpthread-1.dll"])
      assert.ok(!read.libraries.includes(library), library);
  });
}

test("pip chooses the wheel of each system by its tags", () => {
  const platforms = {
    [LINUX]: ["manylinux2014_x86_64", "musllinux_1_1_x86_64"],
    [ARM]: ["manylinux2014_aarch64", "musllinux_1_1_aarch64"],
    [MAC[0]]: ["macosx_11_0_x86_64", "macosx_14_0_x86_64"],
    [MAC[1]]: ["macosx_11_0_arm64", "macosx_14_0_arm64"],
    [WINDOWS]: ["win_amd64"],
  };
  const folder = empty("wheels");
  for (const target of values.target)
    for (const platform of platforms[target]) {
      const options = [
        "--no-index",
        "--find-links",
        release,
        "--only-binary=:all:",
        "--no-deps",
        "--platform",
        platform,
      ];
      run(folder, "python3", [
        "-m",
        "pip",
        "--disable-pip-version-check",
        "download",
        "-q",
        ...options,
        "-d",
        platform,
        "shellgate",
      ]);
      assert.equal(readdirSync(join(folder, platform)).length, 1, platform);
    }
});

if (has(...ALL)) {
  test("the formula and the manifests name the archives of this release with their checksums", () => {
    assert.ok(existsSync(join(release, "winget")), "the release has none; make it with `--repository URL`");
    const texts = ["homebrew/shellgate.rb", ...readdirSync(join(release, "winget")).map((name) => `winget/${name}`)];
    assert.equal(texts.length, 4);
    const named = [];
    for (const name of texts) {
      const text = readFileSync(join(release, name), "utf8");
      assert.ok(text.includes(version), name);
      const pairs = text.matchAll(
        /(?:url|InstallerUrl:) "?(\S+?)"?\n\s*(?:sha256|InstallerSha256:) "?([0-9a-f]{64})"?\n/g,
      );
      for (const [, url, sum] of pairs) {
        const file = url.split("/").at(-1);
        assert.equal(sum, sums.get(file), `${name}: ${url}`);
        named.push(file);
      }
    }
    const archives = [...sums.keys()].filter((name) => /\.(tar\.gz|zip)$/.test(name));
    assert.deepEqual(named.sort(), archives.sort());
  });
} else {
  console.log("not tested: the formula and the manifests, which need every target");
}
