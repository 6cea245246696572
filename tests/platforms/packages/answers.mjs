// What an installed program answers, whatever brought it.

import assert from "node:assert/strict";
import { pathOn, run } from "./place.mjs";
import { version } from "./release.mjs";

/** A verdict of the installed program; and that what is denied or unknown is no allow. */
export function answers(system, cwd, command) {
  const [program, ...words] = command;
  assert.match(run(cwd, program, [...words, "check", "--no-policy", "ls"]).stdout, /^allow\[READ_ONLY\]/);
  assert.match(
    run(cwd, program, [...words, "check", "--no-policy", "rm -rf /"], {
      status: 3,
    }).stdout,
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
    cwd: pathOn(system, cwd),
  };
  const hooked = run(cwd, program, [...words, "hook", "--agent", "claude"], {
    input: JSON.stringify(call),
  });
  assert.equal(JSON.parse(hooked.stdout).hookSpecificOutput.permissionDecision, "allow");
  run(cwd, program, [...words, "hook", "--agent", "claude"], {
    input: "no call",
    status: 2,
  });
}

/** What `--version --json` says of the program. */
export function identity(system, cwd, command) {
  const [program, ...words] = command;
  const said = JSON.parse(run(cwd, program, [...words, "--version", "--json"]).stdout);
  assert.equal(said.version, version);
  assert.equal(said.target, system.target);
  assert.equal(said.wireFormat, 1);
  for (const feature of ["attacks", "mcp", "web"]) assert.ok(said.features.includes(feature), feature);
  assert.ok(said.tables.count > 700 && /^20\d\d-\d\d-\d\d$/.test(said.tables.date), JSON.stringify(said.tables));
}
