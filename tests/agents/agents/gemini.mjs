// Gemini CLI, by Google.

import { join } from "node:path";
import assert from "node:assert/strict";
import { gemini as protocol } from "../fakes/gemini.mjs";
import { commands, isNamedOff, made } from "../session.mjs";

export const gemini = {
  name: "gemini",
  title: "Gemini CLI",
  program: (modules) => join(modules, ".bin/gemini"),
  protocol,
  call: (command) => ({ name: "run_shell_command", input: { command, description: "a test" } }),

  modes: [
    { name: "default", runs: ["allowed"] },
    { name: "yolo", runs: ["allowed"] },
  ],
  open: "yolo",

  configure(place) {
    place.write("home/.gemini/settings.json", {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
    });
  },

  /** Without a person, it waits at a question until it is stopped; so many seconds are waited. */
  stopsAtQuestions: 20,
  /** It stops the shell of the hook when its time is over, and waits for the program that the shell started. */
  hangs: ["does not answer"],
  letsThrough: ["answers half", "answers with text"],

  sessions: {
    "a project switches the hook off": {
      calls: [commands.denied],
      prepare: (place) => place.write("work/.gemini/settings.json", { hooksConfig: { enabled: false } }),
      async check({ place, doctor }) {
        assert.deepEqual(made(place), ["denied"]);
        await isNamedOff(doctor, place, "hooksConfig.enabled", "work/.gemini/settings.json");
      },
    },
  },

  foreign: {
    "home/.gemini/settings.json": `{
  // mine
  "security": { "auth": { "selectedType": "gemini-api-key" }, },
  "hooks": {"AfterTool": [{"hooks": [{"type": "command", "command": "true", "name": "mine"}]}]}
}
`,
  },

  start: ({ program, url, mode, more = [] }) => ({
    command: [
      program,
      "-p",
      "go",
      "-m",
      "gemini-2.5-flash",
      "--output-format",
      "json",
      "--approval-mode",
      mode,
      ...more,
    ],
    environment: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: url },
  }),
};
