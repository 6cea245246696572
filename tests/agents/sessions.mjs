// The sessions of every agent: what runs in each of its modes, and what a broken hook lets through.
//
// Owns the claims. What an agent does differently is in its own file, with the reason.

import assert from "node:assert/strict";
import { served } from "./mcp.mjs";
import { Place } from "./place.mjs";
import { commands, drive, install, made } from "./session.mjs";

/** What the model is told about each command that does not run. */
const reasons = {
  asked: /no rule allows `\.\/make-asked`|Plan mode|need approval/,
  ruled: /a rule requires a person|Plan mode|need approval/,
  denied: /The rule `Bash\(touch denied\)` denies/,
  allowed: /Plan mode/,
};

/** The commands about which a person would be asked. */
const questions = ["asked", "ruled"];

/** How long an agent that hangs is watched, in seconds: longer than the hook may take. */
const HANG_SECONDS = 20;

/** Programs in the place of Shellgate, each of which fails in a way of its own. */
const broken = {
  "is missing": undefined,
  "ends with 1": "#!/bin/sh\necho broken >&2\nexit 1\n",
  "ends with 1 and says nothing": "#!/bin/sh\nexit 1\n",
  "ends with 2 and says nothing": "#!/bin/sh\nexit 2\n",
  "is killed": "#!/bin/sh\nkill -KILL $$\n",
  "stops in half an answer": `#!/bin/sh\nprintf '{"hookSpecificOutput":'\nkill -KILL $$\n`,
  "answers half": `#!/bin/sh\nprintf '{"hookSpecificOutput":'\n`,
  "answers with text": "#!/bin/sh\necho all is well\n",
  "does not answer": "#!/bin/sh\nexec sleep 600\n",
};

/** The sessions of `agent`, each with a name and a function that fails. */
export function sessions(agent, programs) {
  const session = (name, options) => ({ name, run: () => drive(agent, programs, options) });
  return [
    ...agent.modes.map((mode) => session(`decides in ${mode.name}`, { mode: mode.name, ...decides(agent, mode) })),
    ...(agent.stopsAtQuestions ? questions : []).map((name) =>
      session(`what is ${name} does not run`, stops(commands[name], agent.stopsAtQuestions)),
    ),
    ...(agent.foreign
      ? [{ name: "what was installed is taken out to the byte", run: () => restores(agent, programs) }]
      : []),
    ...Object.entries(agent.startsNothing ? {} : broken).map(([name, source]) =>
      session(`the program ${name}`, breaks(agent, name, source)),
    ),
    ...Object.entries(agent.sessions ?? {}).map(([name, options]) => session(name, options)),
    ...served(agent, programs),
    ...(agent.checks ?? []).map((check) => check(programs)),
  ];
}

/** Commands that are allowed, asked and denied, in one session; of an agent that stops at a question, without the latter. */
function decides(agent, { runs, reasons: own = {} }) {
  const names = Object.keys(commands).filter((name) => !agent.stopsAtQuestions || !questions.includes(name));
  return {
    calls: names.map((name) => commands[name]),
    check({ place, told }) {
      assert.equal(told.length, names.length, "the model has a result for each call");
      assert.deepEqual(
        made(place),
        names.filter((name) => runs.includes(name)),
        "what ran",
      );
      for (const [at, name] of names.entries()) {
        if (!runs.includes(name)) assert.match(told[at], own[name] ?? reasons[name]);
      }
    },
  };
}

/** What asks, in an agent that stops there. */
function stops(command, limit) {
  return {
    calls: [command],
    limit,
    check({ place, fake }) {
      assert.equal(fake.made.length, 1, "the model made the call");
      assert.deepEqual(made(place), []);
    },
  };
}

/** A program that fails: the command does not run, unless the agent lets it through. */
function breaks(agent, name, source) {
  return {
    calls: [commands.asked],
    limit: agent.hangs?.includes(name) ? HANG_SECONDS : undefined,
    prepare: (place) => place.replaceProgram(source),
    check({ place, fake }) {
      assert.equal(fake.made.length, 1, "the model made the call");
      const expected = agent.letsThrough?.includes(name) ? ["asked"] : [];
      assert.deepEqual(made(place), expected, `what ran although the program ${name}`);
    },
  };
}

/** Installs twice and uninstalls: the second time changes nothing, and nothing is left. */
async function restores(agent, { shellgate, program }) {
  const place = new Place(shellgate);
  try {
    await agent.configure?.(place, "http://127.0.0.1:1", program);
    for (const [path, text] of Object.entries(agent.foreign)) place.write(path, text);
    const files = () => Object.fromEntries(Object.keys(agent.foreign).map((path) => [path, place.read(path)]));
    const before = files();
    await install(agent, place, program);
    const installed = files();
    assert.notDeepEqual(installed, before, "something was installed");
    await install(agent, place, program);
    assert.deepEqual(files(), installed, "the second time changes nothing");
    await install(agent, place, program, { word: "uninstall" });
    assert.deepEqual(files(), before);
  } finally {
    place.leave();
  }
}
