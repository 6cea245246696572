import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { Gate } from "shellgate";
import { look, onDisk } from "shellgate/node";

const root = realpathSync(mkdtempSync(join(tmpdir(), "shellgate-node-")));
after(() => rmSync(root, { recursive: true }));

/** Writes files below a new folder; a path that ends with `/` is a folder, a value `-> x` a link. */
function place(name, files) {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const at = join(folder, path);
    mkdirSync(path.endsWith("/") ? at : dirname(at), { recursive: true });
    if (path.endsWith("/")) continue;
    if (typeof text === "string" && text.startsWith("-> ")) symlinkSync(text.slice(3), at);
    else writeFileSync(at, text);
  }
  return folder;
}

const HEAD = "ref: refs/heads/main\n";
const git = (at = ".git/", config = "") => ({
  [`${at}HEAD`]: HEAD,
  [`${at}objects/`]: "",
  [`${at}refs/`]: "",
  [`${at}config`]: config,
});
const answer = (kind, path) => {
  const key = {
    realPath: "realPaths",
    exists: "existing",
    implementation: "implementations",
    contents: "contents",
    bareRepository: "bareRepositories",
    program: "programs",
    repositoryPrograms: "repositoryPrograms",
    workTrees: "workTrees",
  }[kind];
  return look([{ kind, path }])[key][path];
};

test("the work tree around a directory is its own, and nobody else's", () => {
  const at = place("trees", { ...git("own/.git/"), "own/src/": "", ...git("shared/.git/"), "none/": "" });
  const real = realpathSync(at);
  assert.deepEqual(answer("workTrees", join(at, "own/src")), [join(real, "own")]);
  assert.deepEqual(answer("workTrees", join(at, "none")), []);
  chmodSync(join(at, "shared/.git"), 0o777);
  assert.deepEqual(answer("workTrees", join(at, "shared")), []);
});

test("the files that a name starts are its program and the interpreters, if nobody else can change them", () => {
  const native = Buffer.from("\x7fELF\0\0", "latin1");
  const at = place("programs", {
    "bin/native": native,
    "bin/env": native,
    "bin/node-24": native,
    "bin/node": "-> node-24",
    "bin/tool": "-> ../lib/tool/index",
    "lib/tool/index": `#!${root}/programs/bin/env -S node --x\n`,
    "bin/plain": `#! ${root}/programs/bin/native\n`,
    "bin/text": "echo yes\n",
    "bin/open": native,
    "bin/assigns": `#!${root}/programs/bin/env A=b\n`,
    "first/native": native,
  });
  for (const name of ["native", "env", "node-24", "text", "plain", "assigns"]) chmodSync(join(at, "bin", name), 0o755);
  chmodSync(join(at, "lib/tool/index"), 0o755);
  chmodSync(join(at, "bin/open"), 0o757);
  const path = process.env.PATH;
  try {
    process.env.PATH = `${at}/first:${at}/bin`;
    const twice = (name) => [join(at, name), join(at, name)];
    assert.deepEqual(answer("program", "native"), twice("bin/native"));
    assert.deepEqual(answer("program", "tool"), [
      join(at, "bin/tool"),
      join(at, "lib/tool/index"),
      ...twice("bin/env"),
      join(at, "bin/node"),
      join(at, "bin/node-24"),
    ]);
    assert.deepEqual(answer("program", "plain"), [...twice("bin/plain"), ...twice("bin/native")]);
    for (const name of ["text", "open", "assigns", "missing"]) assert.deepEqual(answer("program", name), [], name);
    process.env.PATH = `bin:${at}/bin`;
    assert.deepEqual(answer("program", "native"), []);
  } finally {
    process.env.PATH = path;
  }
});

test("links lead where the kernel goes", () => {
  const at = place("links", {
    "a/b/": "",
    file: "",
    deep: "-> a/b",
    "a/dangling": "-> ../missing/x",
    winding: "-> deep/../up",
    loop: "-> loop",
    mine: "-> /proc/self/cwd",
  });
  symlinkSync(join(at, "deep"), join(at, "twice"));
  const rows = {
    file: "file",
    "./a/./b//": "a/b",
    deep: "a/b",
    "twice/new": "a/b/new",
    "deep/../x": "a/x",
    "not/../there": "there",
    "file/below": "file/below",
    "a/dangling/y": "missing/x/y",
    winding: "a/up",
  };
  for (const [path, real] of Object.entries(rows))
    assert.equal(answer("realPath", `${at}/${path}`), join(at, real), path);
  for (const path of [`${at}/loop/x`, `${at}/mine`, "relative"])
    assert.equal(answer("realPath", path), undefined, path);
});

test("what is there is there, also a link that dangles", () => {
  const at = place("there", { file: "", dangling: "-> nowhere" });
  for (const [path, there] of [
    ["file", true],
    ["dangling", true],
    ["other", false],
    ["file/below", false],
  ]) {
    assert.equal(answer("exists", join(at, path)), there, path);
  }
});

test("the text of a regular file is read and nothing else", () => {
  const at = place("text", {
    text: "ä\n",
    bytes: Buffer.from([97, 255]),
    nul: "a\0b",
    "folder/text": "b\n",
    link: "-> text",
    other: "-> folder",
    most: "a".repeat(1 << 20),
    more: "a".repeat((1 << 20) + 1),
    bom: "\ufeffa",
  });
  execFileSync("mkfifo", [join(at, "pipe")]);
  const rows = {
    text: "ä\n",
    "other/text": "b\n",
    bom: "\ufeffa",
    bytes: null,
    nul: null,
    folder: null,
    link: null,
    more: null,
    pipe: null,
    missing: null,
  };
  for (const [path, text] of Object.entries(rows)) assert.equal(answer("contents", join(at, path)), text, path);
  assert.equal(answer("contents", join(at, "most"))?.length, 1 << 20);
});

test("a bare repository is seen from below, and a proper one hides it", () => {
  const at = place("bare", {
    ...git("planted/"),
    "planted/sub/deeper/": "",
    ...git("project/"),
    ...git("project/.git/"),
    "project/src/elsewhere": "-> ../../planted/sub",
    ...git("hollow/"),
    "hollow/.git/": "",
    "partial/HEAD": HEAD,
    "partial/objects/": "",
    ...git("worktree/"),
    "worktree/.git": "gitdir: ../project/.git\n",
    ...git("outer/"),
    ...git("outer/inner/.git/"),
    "outer/inner/.git/HEAD": "nonsense\n",
  });
  const rows = {
    planted: true,
    "planted/sub/deeper": true,
    project: false,
    "project/src": false,
    hollow: true,
    partial: false,
    worktree: false,
    "outer/inner": true,
    "project/src/elsewhere": true,
    "not/there": false,
  };
  for (const [path, bare] of Object.entries(rows)) assert.equal(answer("bareRepository", join(at, path)), bare, path);
});

test("what could make git start a program is listed, and what is not understood counts as everything", () => {
  const rows = {
    plain: ['[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote "origin"]\n\turl = a:b\n', []],
    monitor: ["[core]\n\tfsmonitor = ./run\n", ["core.fsmonitor"]],
    "own monitor": ["[core]\n\tfsmonitor = true\n\tpager = cat\n", []],
    subsection: ['[diff "PDF"]\n\tTextConv = "run it"\n', ["diff.PDF.textconv"]],
    include: ["[include]\n\tpath = other\n", ["*"]],
    conditional: ['[includeIf "gitdir:~/x"]\n\tpath = other\n', ["*"]],
    "hooks path": ["[core]\n\thooksPath = x\n", ["*"]],
    continued: ["[a]\n\tb = c \\\n d\n", ["*"]],
    "one line": ["[core] fsmonitor = ./run\n", ["*"]],
    "no config": ["\0", ["*"]],
  };
  for (const [name, [config, names]] of Object.entries(rows)) {
    const at = place(`programs/${name}`, { ...git(".git/", config), "src/": "" });
    for (const path of [at, join(at, "src")]) {
      const listed = answer("repositoryPrograms", path) ?? assert.fail(name);
      const some = listed.filter(
        (it) =>
          !/^(core\.(repositoryformatversion|bare|hookspath)|remote\.origin\.url|include(if\..*)?\.path)$/.test(it),
      );
      assert.deepEqual(some, names, name);
    }
  }
  const hooked = place("programs/hook", { ...git(), ".git/hooks/post-index-change": "#!/bin/sh\n" });
  assert.deepEqual(answer("repositoryPrograms", hooked), []);
  chmodSync(join(hooked, ".git/hooks/post-index-change"), 0o755);
  assert.deepEqual(answer("repositoryPrograms", hooked), ["hooks/post-index-change"]);
  assert.deepEqual(answer("repositoryPrograms", place("programs/none", {})), []);
});

test("a repository inside another is found by the index of every version, and has its own settings", () => {
  for (const version of [2, 3, 4]) {
    const inner = `long/name/of/an/inner ${"x".repeat(200)}`;
    const at = place(`index/${version}`, { file: "", "long/name/of/a/file": "", ...git(`${inner}/.git/`) });
    const run = (...parameters) =>
      execFileSync("git", ["-C", at, ...parameters], {
        stdio: "pipe",
        env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
      });
    const monitors = () =>
      answer("repositoryPrograms", at).filter((name) => name === "*" || name.endsWith("fsmonitor"));
    run("init", "--quiet");
    run("add", "file", "long/name/of/a/file");
    run("update-index", "--index-version", String(version));
    writeFileSync(join(at, inner, ".git/config"), "[core]\n\tfsmonitor = ./run\n");
    assert.deepEqual(monitors(), [], `${version}: no link yet`);
    run("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},${inner}`);
    assert.deepEqual(monitors(), ["submodules/core.fsmonitor"], String(version));
  }
});

test("a linked tree has the settings of its repository", () => {
  const at = place("linked", {
    ...git("main/.git/", "[core]\n\tfsmonitor = ./run\n"),
    "main/.git/worktrees/tree/HEAD": HEAD,
    "main/.git/worktrees/tree/commondir": "../..\n",
    "tree/.git": "gitdir: ../main/.git/worktrees/tree\n",
  });
  assert.deepEqual(answer("repositoryPrograms", join(at, "tree")), ["core.fsmonitor"]);
  writeFileSync(join(at, "main/.git/worktrees/tree/commondir"), join(at, "main/.git"));
  assert.deepEqual(answer("repositoryPrograms", join(at, "tree")), ["core.fsmonitor"]);
});

test("a gate on disk answers what is needed, and keeps what it was told", () => {
  const at = place("gate", { file: "", out: "-> /etc/hosts", ".git/": "", ...git() });
  const gate = onDisk(new Gate({ policy: { permissions: { deny: ["Read(//etc/**)"] } } }));
  const decisions = ["cat file", "git status", "cat out", "npm publish"].map(
    (command) => gate.check({ command, cwd: at }).decision,
  );
  assert.deepEqual(decisions, ["allow", "allow", "deny", "ask"]);
  const facts = { realPaths: { [join(at, "file")]: "/etc/passwd" } };
  assert.equal(gate.check({ command: "cat file", cwd: at, facts }).decision, "deny");
  assert.equal(gate.check("ls").decision, "allow");
  writeFileSync(join(at, ".git/config"), "[core]\n\tfsmonitor = ./run\n");
  assert.equal(gate.check({ command: "git status", cwd: at }).decision, "ask");
});

test("what is no request is refused in the gate's own words", () => {
  const gate = new Gate();
  const said = (judge, given) => {
    try {
      return judge.check(given);
    } catch (error) {
      return `${error.name}: ${error.message}; ${error.help}`;
    }
  };
  for (const given of [null, undefined, 7, ["ls"], () => "ls", {}, ""]) {
    assert.match(said(gate, given), /^RequestError: /);
    assert.equal(said(onDisk(gate), given), said(gate, given));
  }
});

test("a program is an applet by a link and by the same file, and nobody's outside of the system's directories", () => {
  const folder = place("applets", { "bin/busybox": "applets", "bin/own": "a program", "other/": "" });
  symlinkSync(join(folder, "bin/busybox"), join(folder, "other/linked"));
  linkSync(join(folder, "bin/busybox"), join(folder, "bin/same"));
  assert.equal(answer("implementation", join(folder, "other/linked")), "busybox");
  assert.equal(answer("implementation", join(folder, "bin/same")), "busybox");
  assert.equal(answer("implementation", join(folder, "bin/own")), undefined);
  assert.equal(answer("implementation", join(folder, "bin/missing")), undefined);
  assert.equal(answer("implementation", "bin/same"), undefined);
});
