// The program for Windows: what it decides, what it runs, and how a run ends.
//
//   SHELLGATE_EXE=…/shellgate.exe node --test tests/platforms/windows.test.mjs
//
// On Windows the program runs as it is, elsewhere under Wine (`wine`, or what SHELLGATE_WINE names). bash is a stand-in for
// the one of Git (windows/bash.c), compiled by mingw.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { compile, isWindows, onWindows, wineIn } from "./wine.mjs";

const built = process.env.SHELLGATE_EXE;
assert.ok(built && existsSync(built), "SHELLGATE_EXE names the program for Windows");
const sources = join(dirname(fileURLToPath(import.meta.url)), "windows");
const root = mkdtempSync(join(tmpdir(), "shellgate-windows-"));
const [program, bash] = ["shellgate.exe", "bash.exe"].map((name) => join(root, "bin", name));
const prefix = join(root, "prefix");
const wine = wineIn(prefix);
const user = process.env.USER ?? "root";
const wineHome = join(prefix, "drive_c", "users", user);

/** Starts a program of Windows, in `cwd`, with these variables; its standard error is read, or goes to a file. */
function start(file, words, { cwd = project("empty"), env = {}, input = "", stderr = "pipe" } = {}) {
  const [first, ...rest] = [...wine.words, file, ...words];
  const ended = spawnSync(first, rest, {
    cwd,
    env: { ...process.env, ...wine.env, ...env },
    input,
    encoding: "utf8",
    stdio: ["pipe", "pipe", stderr],
  });
  const text = (out) => (out ?? "").replaceAll("\r", "");
  return { status: ended.status, stdout: text(ended.stdout), stderr: text(ended.stderr) };
}

const shellgate = (words, options) => start(program, words, options);

/** A project with these settings. */
function project(name, settings) {
  const place = join(root, name);
  mkdirSync(join(place, ".claude"), { recursive: true });
  if (settings) writeFileSync(join(place, ".claude", "settings.json"), JSON.stringify(settings));
  return place;
}

/** A run with the stand-in, as JSON. */
function run(words, options = {}) {
  const env = { CLAUDE_CODE_GIT_BASH_PATH: onWindows(bash), ...options.env };
  const ended = shellgate(["run", "--json", ...words], { ...options, env });
  return { ...ended, outcome: JSON.parse(ended.stdout) };
}

before(() => {
  mkdirSync(join(root, "bin"));
  copyFileSync(built, program);
  compile("-o", bash, join(sources, "bash.c"));
});

after(() => {
  wine.end();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

test("it says its version, and what a check is for", () => {
  assert.match(shellgate(["--version"]).stdout, /^shellgate \d+\.\d+\.\d+/);
  assert.match(shellgate(["explain", "grep"]).stdout, /grep/);
});

test("the exit code of a check is its verdict", () => {
  const cwd = project("verdicts", { permissions: { deny: ["Bash(curl:*)"] } });
  for (const [command, status] of [["ls", 0], ["touch a", 3], ["curl x", 4]]) {
    assert.equal(shellgate(["check", command], { cwd }).status, status, command);
  }
  const json = JSON.parse(shellgate(["check", "--json", "ls"], { cwd }).stdout);
  assert.equal(json.decision, "allow");
  const lines = shellgate(["check", "--jsonl"], { cwd, input: '{"command":"ls"}\n{\n{"command":"curl x"}\n' });
  const answers = lines.stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(answers.map((it) => it.decision ?? Object.keys(it)[0]), ["allow", "error", "deny"]);
});

test("a hook understands every spelling of the working directory", () => {
  const cwd = project("hooks", { permissions: { deny: ["Bash(curl:*)"] } });
  const drive = onWindows(cwd);
  const slashes = drive.replaceAll("\\", "/");
  const msys = `/${slashes[0].toLowerCase()}${slashes.slice(2)}`;
  for (const spelled of [drive, slashes, msys]) {
    const said = (command) => {
      const call = { hook_event_name: "PreToolUse", tool_name: "Bash", cwd: spelled, session_id: "s", tool_input: { command } };
      const ended = shellgate(["hook", "--agent", "claude"], { cwd: root, input: JSON.stringify(call) });
      return JSON.parse(ended.stdout).hookSpecificOutput.permissionDecision;
    };
    assert.equal(said("ls"), "allow", spelled);
    assert.equal(said("curl x"), "deny", spelled);
  }
});

test("a rule denies a path however it is spelled", () => {
  const cwd = project("paths", { permissions: { deny: ["Read(//c/private/**)", "Read(secrets/**)"] } });
  const denied = ["C:/private/x", "/c/private/x", "c:/PRIVATE/x", String.raw`C:\\private\\x`, "secrets/a", "SECRETS/a"];
  for (const path of denied) assert.equal(shellgate(["check", `cat ${path}`], { cwd }).status, 4, path);
  for (const path of [".git/config", ".GIT/config", "GIT~1/config"]) {
    assert.equal(shellgate(["check", `touch ${path}`], { cwd }).status, 3, path);
  }
});

test("the settings of the user count", { skip: isWindows && "it would write into the home directory" }, () => {
  const home = join(wineHome, ".claude");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "settings.json"), JSON.stringify({ permissions: { deny: ["Bash(wget:*)"] } }));
  assert.equal(shellgate(["check", "wget x"]).status, 4);
  rmSync(home, { recursive: true });
});

test("without a bash of Git a run says what to install", () => {
  const ended = shellgate(["run", "--shell", "bash", "ls"]);
  assert.equal(ended.status, 2);
  assert.match(ended.stderr, /no bash of Git for Windows was found.*winget install Git\.Git/);
});

test("the bash of WSL is never taken", { skip: isWindows && "it would write into the system" }, () => {
  const system = join(prefix, "drive_c", "windows", "system32", "bash.exe");
  copyFileSync(bash, system);
  const ended = shellgate(["run", "--shell", "bash", "ls"]);
  const chosen = { CLAUDE_CODE_GIT_BASH_PATH: "C:/windows/system32/bash.exe" };
  const named = shellgate(["run", "--shell", "bash", "ls"], { env: chosen });
  rmSync(system);
  assert.match(ended.stderr, /the `bash\.exe` of WSL is not used/);
  assert.match(named.stderr, /runs commands in the Linux of WSL.*WSL2/);
});

test("the bash of a Git in its usual place is found", { skip: isWindows && "it would write into the system" }, () => {
  const git = join(prefix, "drive_c", "Program Files", "Git", "bin");
  mkdirSync(git, { recursive: true });
  copyFileSync(bash, join(git, "bash.exe"));
  const ended = shellgate(["run", "echo found"]);
  rmSync(join(prefix, "drive_c", "Program Files", "Git"), { recursive: true });
  assert.equal(ended.stdout, "found\n", ended.stderr);
});

test("a command that only reads runs, and its output, status and promises are reported", () => {
  const cwd = project("reads");
  const { status, outcome } = run(["echo a  \"b\\\\c\" *"], { cwd });
  assert.equal(status, 0);
  assert.equal(outcome.stdout, 'a  "b\\\\c" *\n', "the text reaches the shell as it is");
  assert.equal(outcome.sandbox.backend, "restricted-token");
  assert.equal(outcome.sandbox.confinement, "none");
  assert.deepEqual(outcome.sandbox.promises, ["processes-end-with-run", "no-capabilities", "descriptors-closed"]);
  assert.equal(run(["pwd"], { cwd }).outcome.stdout.trim().toLowerCase(), onWindows(cwd).toLowerCase());
  const ended = shellgate(["run", "--yes", "exit 7"], { cwd, env: { CLAUDE_CODE_GIT_BASH_PATH: onWindows(bash) } });
  assert.equal(ended.status, 7);
});

test("what does more than read asks beside an allow rule, because nothing confines it", () => {
  const rules = { permissions: { allow: ["Bash(touch:*)"] } };
  const cwd = project("unconfined", rules);
  const asked = run(["touch a"], { cwd });
  assert.equal(asked.status, 125);
  assert.equal(asked.outcome.verdict.reason.code, "UNCONFINED");
  assert.ok(!existsSync(join(cwd, "a")));
  assert.equal(shellgate(["check", "touch a"], { cwd }).status, 0, "a check says what it says everywhere");
  assert.equal(run(["--yes", "touch a"], { cwd }).status, 0);
  assert.ok(existsSync(join(cwd, "a")));
  const own = join(cwd, "own.json");
  writeFileSync(own, JSON.stringify({ ...rules, sandbox: { askIfUnconfined: false } }));
  assert.equal(run(["--policy", onWindows(own), "touch b"], { cwd }).status, 0);
  writeFileSync(own, JSON.stringify({ ...rules, sandbox: { failIfUnavailable: true } }));
  const refused = run(["--policy", onWindows(own), "touch c"], { cwd });
  assert.equal(refused.status, 125);
  assert.match(refused.stderr, /WSL2/);
  assert.ok(!existsSync(join(cwd, "c")));
});

test("`nul` after a redirect makes no file", () => {
  const cwd = project("redirects");
  const { outcome } = run(["echo a 2>nul"], { cwd });
  assert.equal(outcome.stdout, "a 2>/dev/null\n", "the stand-in prints what it gets");
});

test("the command gets the three standard handles alone", () => {
  assert.equal(run(["id"]).outcome.stdout, "3 handles\n");
});

test("a command has no privilege and nothing of a group of administrators, nor has what it starts", () => {
  assert.equal(run(["whoami"]).outcome.stdout, "SeChangeNotifyPrivilege\n");
  const started = run(["--yes", "whoami & wait"]).outcome.stdout.replace(/^started.*\n/m, "");
  assert.equal(started, "SeChangeNotifyPrivilege\n");
  // Elsewhere the whole rights depend on who runs the test.
  if (isWindows) return;
  const all = run(["--backend", "none", "whoami"]).outcome;
  assert.match(all.stdout, /^SeDebugPrivilege$/m);
  assert.match(all.stdout, /^Administrators$/m);
  assert.deepEqual(all.sandbox.promises, ["processes-end-with-run", "descriptors-closed"]);
});

test("no secret and no variable of the runner reaches the command", () => {
  const { outcome } = run(["env"], { env: { GITHUB_TOKEN: "s3cret", BASH_ENV: "C:\\x", lang: "C" } });
  assert.doesNotMatch(outcome.stdout, /s3cret|BASH_ENV|SHELLGATE_COMMAND/);
  assert.match(outcome.stdout, /^PATH=/m);
  assert.match(outcome.stdout, /^SystemRoot=/im);
});

test("at its time limit everything that a command started ends", () => {
  const { status, outcome } = run(["--yes", "--timeout", "3000", "sleep 600 & sleep 600"]);
  assert.equal(status, 124);
  assert.equal(outcome.endedBy, "timeout");
  const pid = /started (\d+)/.exec(outcome.stdout)?.[1];
  assert.ok(pid, outcome.stdout);
  assert.equal(start(bash, ["--alive", pid]).status, 1, "it has ended when the run has");
  assert.ok(outcome.killed.some((it) => String(it.pid) === pid && it.name === "bash.exe"), JSON.stringify(outcome.killed));
});

test("what a command leaves behind ends with it", () => {
  const { status, outcome } = run(["--yes", "sleep 600 & echo done"]);
  assert.equal(status, 0);
  const pid = /started (\d+)/.exec(outcome.stdout)?.[1];
  assert.equal(start(bash, ["--alive", pid]).status, 1);
  assert.deepEqual(outcome.killed.map((it) => it.name), ["bash.exe"]);
});

test("an edit by sed is applied without a program", () => {
  const cwd = project("edits");
  writeFileSync(join(cwd, "notes.txt"), "one\n");
  const { status, outcome } = run(["--mode", "acceptEdits", "sed -i s/one/two/ notes.txt"], { cwd });
  assert.equal(status, 0);
  assert.equal(readFileSync(join(cwd, "notes.txt"), "utf8"), "two\n");
  assert.equal(outcome.edited.length, 1);
});

test("a file at a path of 300 characters is edited, and such a working directory is refused with what to do", () => {
  const cwd = project("deep");
  const steps = Array.from({ length: 10 }, () => "d".repeat(30));
  mkdirSync(join(cwd, ...steps), { recursive: true });
  writeFileSync(join(cwd, ...steps, "notes.txt"), "one\n");
  const edited = run(["--mode", "acceptEdits", `sed -i s/one/two/ ${steps.join("/")}/notes.txt`], { cwd });
  assert.equal(edited.status, 0, edited.stderr);
  assert.equal(readFileSync(join(cwd, ...steps, "notes.txt"), "utf8"), "two\n");
  const env = { CLAUDE_CODE_GIT_BASH_PATH: onWindows(bash) };
  const refused = shellgate(["run", "--cwd", onWindows(join(cwd, ...steps)), "echo a"], { env });
  assert.notEqual(refused.status, 0);
  // Wine does not follow such a path; Windows does, and starts no program there.
  assert.match(refused.stderr, isWindows ? /more than 258 characters/ : /cannot be used.*\n.*\n.*name an existing directory/);
});

/** The home directory of Wine, which takes no other one, and on Windows one of its own; with its path and its variables. */
function homeOf(name) {
  if (!isWindows) return { home: wineHome, path: `C:\\users\\${user}`, env: {} };
  const home = join(root, name);
  mkdirSync(home, { recursive: true });
  return { home, path: home, env: { USERPROFILE: home, APPDATA: join(home, "AppData", "Roaming") } };
}

test("the hook of Claude Code starts the program without a shell, blocks, and goes without a trace", () => {
  const { home, path, env } = homeOf("claude");
  const file = join(home, ".claude", "settings.json");
  const before = '// mine\r\n{\r\n  "model": "x"\r\n}\r\n';
  mkdirSync(dirname(file));
  writeFileSync(file, before);
  const installed = JSON.parse(shellgate(["install", "claude", "--yes", "--json"], { env }).stdout);
  assert.deepEqual([installed.canary.blocked, installed.canary.passed], [true, true], JSON.stringify(installed));
  assert.equal(installed.files[0].file, `${path}\\.claude\\settings.json`);
  const written = JSON.parse(readFileSync(file, "utf8").replace("// mine", ""));
  const [{ command, args, onFailure }] = written.hooks.PreToolUse[0].hooks;
  assert.deepEqual([command.toLowerCase(), onFailure], [onWindows(program).toLowerCase(), "block"]);
  const call = { hook_event_name: "PreToolUse", tool_name: "Bash", cwd: path, session_id: "s", tool_input: { command: "del /s x" } };
  const said = start(isWindows ? command : program, args, { env, input: JSON.stringify(call) });
  assert.equal(JSON.parse(said.stdout).hookSpecificOutput.permissionDecision, "ask", said.stderr);
  // A version that does not know `args` starts the program alone, which must block too.
  const alone = start(isWindows ? command : program, [], { env, input: JSON.stringify(call) });
  assert.equal(alone.status, 2);
  assert.notEqual(alone.stderr, "");
  const doctor = JSON.parse(shellgate(["doctor", "--json"], { env }).stdout);
  assert.equal(doctor.agents.find((it) => it.agent === "claude").state, "guarded");
  assert.equal(shellgate(["uninstall", "claude", "--yes"], { env }).status, 0);
  assert.equal(readFileSync(file, "utf8"), before);
  rmSync(dirname(file), { recursive: true });
});

test("an agent whose hook needs a shell is refused with the way by the MCP server, which works", () => {
  const { home, env } = homeOf("codex");
  const refused = shellgate(["install", "codex", "--yes"], { env });
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /`shellgate install codex --mcp`/);
  assert.ok(!existsSync(join(home, ".codex")));
  const served = JSON.parse(shellgate(["install", "codex", "--mcp", "--yes", "--json"], { env }).stdout);
  assert.deepEqual([served.canary.blocked, served.canary.passed, served.ownShell.takenAway], [true, true, true]);
  assert.equal(shellgate(["uninstall", "codex", "--yes"], { env }).status, 0);
  assert.ok(!existsSync(join(home, ".codex")));
});

test("settings are imported, mended and extended in their file", () => {
  const { home, env } = homeOf("importer");
  const cwd = project("imports");
  const theirs = join(home, "AppData", "Roaming", "Code", "User");
  mkdirSync(theirs, { recursive: true });
  writeFileSync(join(theirs, "settings.json"), JSON.stringify({ "chat.tools.terminal.autoApprove": { "/^git status$/": true } }));
  const own = join(cwd, ".claude", "settings.json");
  const imported = shellgate(["import", "vscode", "--into", ".claude/settings.json", "--yes"], { cwd, env });
  assert.equal(imported.status, 0, imported.stderr);
  assert.deepEqual(JSON.parse(readFileSync(own, "utf8")).permissions.allow, ["Bash(git status)"]);
  writeFileSync(join(cwd, "log.jsonl"), '{"command":"npm run build"}\n'.repeat(9));
  const suggested = shellgate(["policy", "suggest", "--log", "log.jsonl", "--into", ".claude/settings.json", "--yes"], { cwd, env });
  assert.match(readFileSync(own, "utf8"), /npm run build/, suggested.stderr);
});

test("a command in the background outlives its caller, and other processes see, stop and await it", () => {
  const cwd = project("background");
  const own = { CLAUDE_CODE_GIT_BASH_PATH: onWindows(bash), SHELLGATE_SESSION: onWindows(join(cwd, "session")) };
  // Wine keeps the standard error of its own process open, so that a pipe there would not end.
  const errors = openSync(join(cwd, "errors"), "w");
  const started = shellgate(["run", "--background", "--yes", "sleep 600 & sleep 600"], { cwd, env: own, stderr: errors });
  assert.equal(started.status, 0, readFileSync(join(cwd, "errors"), "utf8"));
  const id = started.stdout.trim();
  assert.equal(id, "run-1", "the answer is whole, and nothing is after it");
  const tasks = (...words) => shellgate(["tasks", ...words], { cwd, env: own });
  const listed = () => JSON.parse(tasks("list", "--json").stdout)[0];
  assert.equal(listed().running, true, "its caller has ended, and it has not");
  let pid;
  while (!pid && listed().running) pid = /started (\d+)/.exec(tasks("output", id, "--all").stdout)?.[1];
  assert.equal(start(bash, ["--alive", pid]).status, 0);
  assert.equal(tasks("stop", id).status, 0);
  assert.deepEqual([listed().running, listed().outcome.interrupted], [false, true]);
  assert.equal(start(bash, ["--alive", pid]).status, 1, "what it started has ended with it");
  const told = shellgate(["run", "--background", "--json", "--yes", "exit 7"], { cwd, env: own, stderr: errors });
  assert.equal(JSON.parse(told.stdout).backgroundTaskId, "run-2");
  assert.equal(tasks("wait", "run-2").status, 7);
  const refused = shellgate(["run", "--background", "touch a"], { cwd, env: own });
  assert.equal(refused.status, 125);
  assert.match(refused.stderr, /it needs approval/);
  assert.ok(!existsSync(join(cwd, "a")));
  closeSync(errors);
});

test("what Windows does not have says so and names WSL2", () => {
  const env = { CLAUDE_CODE_GIT_BASH_PATH: onWindows(bash) };
  for (const words of [["sandbox", "--", "ls"], ["doctor", "--attack"]]) {
    const ended = shellgate(words, { env });
    assert.notEqual(ended.status, 0);
    assert.match(ended.stderr, /WSL2/, words.join(" "));
  }
  const help = ["run", "doctor"].map((order) => shellgate([order, "--help"]).stdout).join("");
  assert.doesNotMatch(help, /embedded|landlock|bubblewrap|seatbelt/);
  assert.doesNotMatch(shellgate(["--help"]).stdout, /^ {2}sandbox /m);
});
