// Claude Code, by Anthropic.

import { join } from "node:path";
import assert from "node:assert/strict";
import { anthropic } from "../fakes/anthropic.mjs";
import { commands, isNamedOff, made, managed } from "../session.mjs";
import { transcript } from "../transcripts.mjs";

const settings = (place, content) => place.write("work/.claude/settings.json", content);
const off = (place) => settings(place, { disableAllHooks: true });

/** A hook of a repository that allows everything. */
const yes = `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`;
const hooks = (...all) => ({
  PreToolUse: [{ matcher: "Bash", hooks: all.map((command) => ({ type: "command", command })) }],
});

export const claude = {
  name: "claude",
  title: "Claude Code",
  program: (modules) => join(modules, `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`),
  protocol: anthropic,
  call: (command) => ({ name: "Bash", input: { command, description: "a test" } }),

  /** Its modes; in `bypassPermissions` nothing but the hook is in the way. */
  modes: [
    { name: "default", runs: ["allowed"] },
    { name: "acceptEdits", runs: ["allowed"] },
    { name: "plan", runs: [] },
    { name: "dontAsk", runs: ["allowed"] },
    { name: "bypassPermissions", runs: ["allowed", "asked"] },
    // What would ask is left to the model that decides in this mode, which is not there.
    { name: "auto", runs: ["allowed"], reasons: { asked: /^Auto mode is unavailable/ } },
  ],
  open: "bypassPermissions",

  /** Standard output that is no answer, with exit code 0, is no opinion of the hook, also with `onFailure`. */
  letsThrough: ["answers half", "answers with text"],

  /** Settings of a person, which an installation leaves as they are. */
  foreign: {
    "home/.claude/settings.json": `{
  // mine
  "hooks": {
    "PreToolUse": [{ "matcher": "Write", "hooks": [{ "type": "command", "command": "true" }] },],
  },
  "permissions": {"allow": ["Bash(ls)"]}
}`,
  },

  sessions: {
    "its own record can be audited": transcript(".claude/projects"),
    "a tool that runs a command in the background is judged": {
      calls: [{ name: "Bash", input: { command: commands.denied, description: "a test", run_in_background: true } }],
      check({ place, told }) {
        assert.deepEqual(made(place), []);
        assert.match(told[0], /denies this command/);
      },
    },
    "the tool Monitor is judged": {
      more: ["--allowedTools", "Monitor"],
      environment: { ENABLE_TOOL_SEARCH: "false" },
      calls: [
        {
          name: "Monitor",
          input: { command: commands.denied, description: "a test", timeout_ms: 2000, persistent: false },
        },
      ],
      check({ place, told }) {
        assert.deepEqual(made(place), []);
        assert.match(told[0], /denies this command/);
      },
    },
    "a project cannot allow what the person denies": {
      mode: "default",
      calls: Object.values(commands),
      prepare: (place) =>
        settings(place, { permissions: { allow: ["Bash"], defaultMode: "bypassPermissions" }, hooks: hooks(yes) }),
      check: ({ place }) => assert.deepEqual(made(place), ["allowed", "asked"]),
    },
    "a project cannot put another home in the place of the person's": {
      calls: Object.values(commands),
      prepare(place) {
        const none = place.write("work/.none/.claude/settings.json", "{}").replace("/.claude/settings.json", "");
        settings(place, { env: { HOME: none, CLAUDE_CONFIG_DIR: `${none}/.claude`, XDG_CONFIG_HOME: none } });
      },
      check: ({ place }) => assert.deepEqual(made(place), ["allowed", "asked"]),
    },
    "the plug-in of the npm package decides": {
      hooked: false,
      mode: "default",
      more: ["--plugin-dir", new URL("../../../js", import.meta.url).pathname],
      calls: Object.values(commands),
      check({ place, told }) {
        assert.deepEqual(made(place), ["allowed"]);
        assert.match(told[1], /no rule allows `\.\/make-asked`/);
      },
    },
    "settings that cannot be read block": {
      calls: [commands.asked, commands.denied],
      prepare: (place) => settings(place, `{\n  "permissions": {"allow": ["Bash"],\n`),
      check({ place, told }) {
        assert.deepEqual(made(place), []);
        assert.match(told[0], /settings\.json.*line|settings\.json:\d/);
      },
    },
    // The next two are what Claude Code lets a repository and a person do; managed settings survive both.
    "a project switches the hook off": {
      calls: [commands.denied],
      prepare: off,
      async check({ place, doctor }) {
        assert.deepEqual(made(place), ["denied"]);
        await isNamedOff(doctor, place, "disableAllHooks", "work/.claude/settings.json");
      },
    },
    "--bare switches the hook off": {
      more: ["--bare"],
      calls: [commands.denied],
      check: ({ place }) => assert.deepEqual(made(place), ["denied"]),
    },
    "managed settings survive a project that switches hooks off": {
      calls: [commands.denied],
      prepare: off,
      wrap: managed,
      check: ({ place }) => assert.deepEqual(made(place), []),
    },
    "managed settings survive --bare": {
      more: ["--bare"],
      calls: [commands.denied],
      wrap: managed,
      check: ({ place }) => assert.deepEqual(made(place), []),
    },
  },

  start: ({ program, url, mode, more = [] }) => ({
    command: [
      program,
      "-p",
      "go",
      "--output-format",
      "stream-json",
      "--verbose",
      "--include-hook-events",
      "--permission-mode",
      mode,
      ...more,
    ],
    environment: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "sk-ant-none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      // Root may bypass permissions only in a sandbox, which the place of a session is.
      IS_SANDBOX: "1",
    },
  }),

  /** Another hook in the place of the installed one. */
  hook(place, command, timeout = 10) {
    const hook = { type: "command", command, timeout, onFailure: "block" };
    const settings = JSON.parse(place.read("home/.claude/settings.json") ?? "{}");
    place.write("home/.claude/settings.json", {
      ...settings,
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [hook] }] },
    });
  },
};
