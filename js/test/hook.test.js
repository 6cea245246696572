// `npx shellgate hook`: the same answers as the program gives, and a block for everything that goes wrong.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = realpathSync(mkdtempSync(join(tmpdir(), "shellgate-hook-")));
after(() => rmSync(root, { recursive: true }));

const bin = here("../dist/bin.js");
const native = process.env.SHELLGATE_EXE ?? here("../../target/debug/shellgate");

/** The calls that agents really make, by the names of their files. */
const folder = here("../../policy-core/payloads/");
const payloads = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
);

/** One call of each agent's hook before a command. */
const first = [
  "claude-code-PreToolUse-Bash.json",
  "codex-PreToolUse-exec.json",
  "cline-PreToolUse.json",
  "copilot-cli-preToolUse.json",
  "gemini-cli-BeforeTool.json",
  "qwen-code-PreToolUse.json",
];

let places = 0;

/** A home and a repository, with these settings of the user and of the project. */
function place(user, project) {
  const at = join(root, String((places += 1)));
  const write = (path, text) => {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), typeof text === "string" ? text : JSON.stringify(text));
  };
  for (const path of ["objects", "refs"]) mkdirSync(join(at, "repo/.git", path), { recursive: true });
  write("repo/.git/HEAD", "ref: refs/heads/main\n");
  mkdirSync(join(at, "repo/sub"));
  mkdirSync(join(at, "home"));
  if (user !== undefined) write("home/.claude/settings.json", user);
  if (project !== undefined) write("repo/.claude/settings.json", project);
  return { home: join(at, "home"), repo: join(at, "repo"), write };
}

/** What `program` answers to `input`. */
function answer([program, ...parameters], input, { home, stdout = "pipe", env = {} }) {
  return new Promise((done) => {
    const environment = { PATH: process.env.PATH, HOME: home, SHELL: "/bin/bash", ...env };
    const child = spawn(program, parameters, { cwd: root, env: environment, stdio: ["pipe", stdout, "pipe"] });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"])
      child[name]?.setEncoding("utf8").on("data", (text) => (said[name] += text));
    child.on("close", (status) => done({ status, ...said }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

const ours = (...parameters) => [process.execPath, bin, "hook", ...parameters];
const call = (command, { repo }, more = {}) =>
  JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
    cwd: repo,
    permission_mode: "default",
    ...more,
  });
const decision = ({ stdout }) => JSON.parse(stdout).hookSpecificOutput.permissionDecision;

const settings = {
  user: {
    permissions: {
      allow: ["Bash(touch allowed)"],
      ask: ["Bash(touch ruled)"],
      deny: ["Bash(curl:*)", "Read(./secret)"],
    },
  },
  mode: { permissions: { deny: ["Bash(curl:*)"], defaultMode: "acceptEdits" } },
  broken: '{\n  "permissions": {"deny": ["Bash(curl:*)"],\n',
};
const commands = [
  "ls -la",
  "touch x",
  "touch allowed",
  "touch ruled",
  "bash -c 'curl https://example.com'",
  "cat secret",
  "rm -rf ~/*",
  "bash",
  "find . -delete; ls",
  "echo 'a",
  "node --version",
];

test("the answers are those of the program", { timeout: 300_000 }, async (t) => {
  if (!existsSync(native)) {
    assert.ok(!process.env.SHELLGATE_TESTS?.startsWith("required"), `${native} is not there`);
    return t.skip(`${native} is not there`);
  }
  const cases = Object.entries(payloads).map(([name, text]) => ({
    name,
    text,
    command: "ls -la",
    user: settings.user,
  }));
  for (const name of first) {
    for (const command of commands) cases.push({ name, text: payloads[name], command, user: settings.user });
  }
  for (const command of ["ls -la", "touch x", "curl https://example.com"]) {
    for (const name of first.slice(0, 3)) {
      cases.push({ name, text: payloads[name], command, user: settings.mode });
      cases.push({ name, text: payloads[name], command, user: settings.user, project: settings.broken });
      cases.push({ name, text: payloads[name], command, user: settings.broken });
    }
  }
  const compare = async ({ name, text, command, user, project }) => {
    const at = place(user, project);
    const input = text
      .replaceAll("/work/repo", at.repo)
      .replaceAll("/home/user", at.home)
      .replaceAll("ls -la", JSON.stringify(command).slice(1, -1));
    const expected = await answer([native, "hook"], input, at);
    const found = await answer(ours(), input, at);
    assert.deepEqual(found, expected, `${name}: ${command}`);
  };
  const workers = Array.from({ length: 3 }, async () => {
    for (let next = cases.shift(); next; next = cases.shift()) await compare(next);
  });
  await Promise.all(workers);
});

test("what is wrong with a call blocks it, with a sentence", async () => {
  const at = place(settings.user);
  const wrong = {
    "": /empty/,
    "{": /cannot be read/,
    "{}": /shellgate/,
    [call("ls", { repo: "here" })]: /working directory/,
    [call("ls", { repo: "/missing" })]: /missing/,
  };
  for (const [input, expected] of Object.entries(wrong)) {
    const { status, stdout, stderr } = await answer(ours(), input, at);
    assert.deepEqual([status, stdout], [2, ""], input);
    assert.match(stderr, expected);
  }
  const bytes = await answer(ours(), Buffer.from([0xff, 0x7b]), at);
  assert.equal(bytes.status, 2);
  assert.match(bytes.stderr, /UTF-8/);
});

test("an agent that is named gets a failure in its own form", async () => {
  const { status, stdout } = await answer(ours("--agent", "cline"), "{", place(settings.user));
  assert.match(stdout, /cannot be read/);
  assert.equal(status, 0);
});

test("settings that cannot be used block, with the line, and what is denied stays denied", async () => {
  const at = place(settings.user, settings.broken);
  const blocked = await answer(ours(), call("ls", at), at);
  assert.equal(blocked.status, 2);
  assert.match(blocked.stderr, /\.claude\/settings\.json:\d+:\d+/);
  assert.equal(decision(await answer(ours(), call("curl https://example.com", at), at)), "deny");
});

test("settings that others can change do not count, and the user's own block then", async (t) => {
  if (process.platform === "win32") return t.skip("modes say nothing on Windows");
  const allowing = { permissions: { allow: ["Bash(touch:*)"] } };
  const at = place(settings.user, allowing);
  assert.equal(decision(await answer(ours(), call("touch y", at), at)), "allow");
  chmodSync(join(at.repo, ".claude"), 0o777);
  assert.equal(decision(await answer(ours(), call("touch y", at), at)), "ask");
  at.write("home/.claude/settings.json", { trustedDirectories: [at.repo] });
  assert.equal(decision(await answer(ours(), call("touch y", at), at)), "allow");
  chmodSync(join(at.home, ".claude/settings.json"), 0o666);
  const blocked = await answer(ours(), call("touch y", at), at);
  assert.equal(blocked.status, 2);
  assert.match(blocked.stderr, /cannot be trusted: every user can change/);
});

test("a settings file that is a pipe or leads nowhere blocks, and is not waited for", async (t) => {
  if (process.platform === "win32") return t.skip("there are no pipes in directories on Windows");
  const at = place(settings.user, "{}");
  const file = join(at.repo, ".claude/settings.json");
  rmSync(file);
  execFileSync("mkfifo", [file]);
  assert.match((await answer(ours(), call("ls", at), at)).stderr, /no regular file/);
  rmSync(file);
  symlinkSync("missing", file);
  assert.match((await answer(ours(), call("ls", at), at)).stderr, /leads nowhere/);
});

test("a decision that takes too long blocks", async () => {
  const at = place(settings.user);
  const { status, stdout, stderr } = await answer(ours("--deadline", "1"), call("ls", at), at);
  assert.deepEqual([status, stdout], [2, ""]);
  assert.match(stderr, /within 1 ms/);
});

test("an answer that nobody can get blocks", async (t) => {
  if (process.platform !== "linux") return t.skip("there is no /dev/full");
  const at = place(settings.user);
  for (const device of ["/dev/null", "/dev/full"]) {
    const stdout = openSync(device, "w");
    const { status, stderr } = await answer(ours(), call("ls", at), { ...at, stdout });
    closeSync(stdout);
    assert.equal(status, 2, device);
    assert.match(stderr, /cannot be written/);
  }
});

test("other words than `hook` are no answer", async () => {
  for (const words of [[], ["run", "ls"], ["check"], ["hook", "--agnet", "claude"], ["hook", "--agent", "emacs"]]) {
    const at = place(settings.user);
    assert.equal((await answer([process.execPath, bin, ...words], call("ls", at), at)).status, 2, words.join(" "));
  }
});
