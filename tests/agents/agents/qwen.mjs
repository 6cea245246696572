// Qwen Code, by Alibaba.

import { join } from "node:path";
import assert from "node:assert/strict";
import { chat } from "../fakes/chat.mjs";
import { commands, isNamedOff, made } from "../session.mjs";

export const qwen = {
  name: "qwen",
  title: "Qwen Code",
  program: (modules) => join(modules, ".bin/qwen"),
  protocol: chat,
  call: (command) => ({ name: "run_shell_command", input: { command, description: "a test", is_background: false } }),

  /** Without a person to ask, the other modes do not offer the tool. */
  modes: [{ name: "yolo", runs: ["allowed", "asked"] }],
  open: "yolo",

  configure(place) {
    place.write("home/.qwen/settings.json", {
      security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
    });
  },

  letsThrough: ["answers half", "answers with text", "does not answer"],

  sessions: {
    "a project switches the hook off": {
      calls: [commands.denied],
      prepare: (place) => place.write("work/.qwen/settings.json", { disableAllHooks: true }),
      async check({ place, doctor }) {
        assert.deepEqual(made(place), ["denied"]);
        await isNamedOff(doctor, place, "disableAllHooks", "work/.qwen/settings.json");
      },
    },
  },

  start: ({ program, url, mode, more = [] }) => ({
    command: [
      program,
      "-p",
      "go",
      "--auth-type",
      "openai",
      "--output-format",
      "json",
      "--approval-mode",
      mode,
      ...more,
    ],
    environment: { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "fake" },
  }),
};
