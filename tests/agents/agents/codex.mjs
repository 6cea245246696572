// Codex CLI, by OpenAI.

import { join } from "node:path";
import assert from "node:assert/strict";
import { checker } from "../execpolicy.mjs";
import { responses } from "../fakes/responses.mjs";
import { commands, isNamedOff, made, managed } from "../session.mjs";
import { transcript } from "../transcripts.mjs";

/** A shell, an interpreter, a client of a database: into each of them the model could type without a hook. */
const interactive = ["bash", "sh -i", "python3", "node", "exec zsh", "env bash", "psql"];

const terminal = (cmd) => ({ name: "exec_command", input: { cmd, tty: true, yield_time_ms: 500 } });

/** What types into the session that the last result names. */
const typed = (chars) => (results) => {
  const id = Number(/session ID (\d+)/.exec(results.at(-1))?.[1] ?? 0);
  return { name: "write_stdin", input: { session_id: id, chars, yield_time_ms: 500 } };
};

export const codex = {
  name: "codex",
  title: "Codex CLI",
  program: (modules) => join(modules, ".bin/codex"),
  protocol: responses,
  call: (command) => ({ name: "exec_command", input: { cmd: command, yield_time_ms: 5000 } }),

  /** What the hook leaves to the sandbox of Codex: nothing can be written in `read-only`. */
  modes: [
    { name: "read-only", runs: [], reasons: { allowed: /Read-only file system/ } },
    { name: "workspace-write", runs: ["allowed"] },
    { name: "danger-full-access", runs: ["allowed"] },
  ],
  open: "danger-full-access",

  configure: (place, url) =>
    place.write(
      "home/.codex/config.toml",
      `model = "gpt-5.2-codex"
model_provider = "fake"
[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
requires_openai_auth = false
[analytics]
enabled = false
[features]
plugins = false
`,
    ),

  checks: [checker],

  letsThrough: ["answers half", "answers with text", "does not answer"],

  foreign: {
    "home/.codex/hooks.json": `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}\n`,
  },

  sessions: {
    "its own record can be audited": transcript(".codex/sessions"),
    "nothing can be typed into a shell": {
      calls: [terminal("bash"), typed("touch denied; exit\n")],
      check({ place, told }) {
        assert.deepEqual(made(place), []);
        assert.match(told[0], /blocked by PreToolUse hook/);
      },
    },
    "no shell or interpreter starts that could be typed into": {
      calls: interactive.map(terminal),
      check({ told }) {
        for (const [at, command] of interactive.entries())
          assert.match(told[at], /blocked by PreToolUse hook/, command);
      },
    },
    "a command in another directory is judged there": {
      calls: [{ name: "exec_command", input: { cmd: "touch allowed", workdir: "/tmp" } }, commands.denied],
      check: ({ place }) => assert.deepEqual(made(place), []),
    },
    "a project that nobody trusts cannot switch the hook off": {
      calls: [commands.denied],
      prepare: (place) => place.write("work/.codex/config.toml", "[features]\nhooks = false\n"),
      async check({ place, doctor }) {
        assert.deepEqual(made(place), []);
        assert.equal((await doctor()).state, "guarded");
      },
    },
    // The next three are what Codex lets a project and a person do.
    "a trusted project switches the hook off": {
      calls: [commands.denied],
      prepare: off,
      async check({ place, doctor }) {
        assert.deepEqual(made(place), ["denied"]);
        await isNamedOff(doctor, place, "features.hooks", "work/.codex/config.toml");
      },
    },
    "a person switches the hook off": {
      calls: [commands.denied],
      prepare: offForAll,
      async check({ place, doctor }) {
        assert.deepEqual(made(place), ["denied"]);
        await isNamedOff(doctor, place, "features.hooks", "home/.codex/config.toml");
      },
    },
    "--disable hooks switches the hook off": {
      more: ["--disable", "hooks"],
      calls: [commands.denied],
      check: ({ place }) => assert.deepEqual(made(place), ["denied"]),
    },
    "managed hooks need no trust": {
      hooked: false,
      calls: [commands.denied],
      wrap: managed,
      check: ({ place }) => assert.deepEqual(made(place), []),
    },
    "managed hooks survive a project that switches hooks off": {
      hooked: false,
      calls: [commands.denied],
      prepare: off,
      wrap: managed,
      check: ({ place }) => assert.deepEqual(made(place), []),
    },
    "managed hooks survive a person who switches hooks off": {
      hooked: false,
      calls: [commands.denied],
      prepare: offForAll,
      wrap: managed,
      check: ({ place }) => assert.deepEqual(made(place), []),
    },
    "managed hooks survive --disable hooks": {
      more: ["--disable", "hooks"],
      hooked: false,
      calls: [commands.denied],
      wrap: managed,
      check: ({ place }) => assert.deepEqual(made(place), []),
    },
  },

  start: ({ program, mode, more = [] }) => ({
    command: [program, "exec", "--skip-git-repo-check", "--json", "--sandbox", mode, ...more, "go"],
    environment: { FAKE_KEY: "none" },
  }),
};

function off(place) {
  const config = place.read("home/.codex/config.toml");
  place.write("home/.codex/config.toml", `${config}[projects."${place.work}"]\ntrust_level = "trusted"\n`);
  place.write("work/.codex/config.toml", "[features]\nhooks = false\n");
}

function offForAll(place) {
  const config = place.read("home/.codex/config.toml");
  place.write("home/.codex/config.toml", config.replace("[features]\n", "[features]\nhooks = false\n"));
}
