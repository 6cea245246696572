// opencode.

import { join } from "node:path";
import assert from "node:assert/strict";
import { chat } from "../fakes/chat.mjs";
import { commands, made } from "../session.mjs";

/** Has opencode ask nobody, as it does without settings. */
function unasked(place) {
  const path = "home/.config/opencode/opencode.json";
  place.write(path, { ...JSON.parse(place.read(path)), permission: { bash: "allow" } });
}

export const opencode = {
  name: "opencode",
  title: "opencode",
  program: (modules) => join(modules, `opencode-${process.platform}-${process.arch}/bin/opencode`),
  protocol: chat,
  call: (command) => ({ name: "bash", input: { command, description: "a test" } }),

  modes: [{ name: "ask", runs: ["allowed"] }],
  open: "ask",

  configure(place, url) {
    const options = { baseURL: `${url}/v1`, apiKey: "none" };
    const models = { fake: { tool_call: true, limit: { context: 100000, output: 4000 } } };
    place.write("home/.config/opencode/opencode.json", {
      model: "fake/fake",
      small_model: "fake/fake",
      autoupdate: false,
      provider: { fake: { npm: "@ai-sdk/openai-compatible", options, models } },
      permission: { bash: "ask" },
    });
  },

  /** Its hook is a function of the npm package, so no program can fail. */
  startsNothing: true,
  /** Without a person, the run ends at a question, if it was not stopped after so many seconds. */
  stopsAtQuestions: 110,

  sessions: {
    "the plug-in that was installed decides": {
      installed: true,
      prepare: unasked,
      calls: Object.values(commands),
      check({ place, told }) {
        assert.deepEqual(made(place), ["allowed"]);
        assert.match(told[1], /no rule allows `\.\/make-asked`/);
        assert.match(told[3], /The rule `Bash\(touch denied\)` denies/);
      },
    },
    "the plug-in that was installed blocks if the program is missing": {
      installed: true,
      prepare(place) {
        unasked(place);
        place.replaceProgram(undefined);
      },
      calls: [commands.asked],
      check({ place, told }) {
        assert.deepEqual(made(place), []);
        assert.match(told[0], /the hook cannot be started, so nothing runs/);
      },
    },
  },

  start: ({ program, more = [] }) => ({
    command: [program, "run", "--format", "json", ...more, "go"],
    environment: { OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1" },
  }),

  hook(place) {
    const plugin = new URL("../../../js/dist/opencode.js", import.meta.url).pathname;
    place.write("home/.config/opencode/plugins/shellgate.js", `export { Shellgate } from ${JSON.stringify(plugin)};\n`);
  },
};
