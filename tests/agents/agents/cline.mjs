// Cline, on the command line.

import { join } from "node:path";
import { chat } from "../fakes/chat.mjs";

export const cline = {
  name: "cline",
  title: "Cline",
  program: (modules) => join(modules, ".bin/cline"),
  protocol: chat,
  call: (command) => ({ name: "run_commands", input: { commands: [command] } }),

  modes: [{ name: "auto-approve", runs: ["allowed"] }],
  open: "auto-approve",

  configure: (place, url, program) =>
    place.run([program, "auth", "-p", "openai-compatible", "-k", "none", "-m", "fake", "-b", `${url}/v1`]),

  letsThrough: ["answers half", "answers with text"],
  /** It waits for the hook without a limit. */
  hangs: ["does not answer"],

  start: ({ program, more = [] }) => ({ command: [program, "--json", ...more, "please go on now"], environment: {} }),
};
