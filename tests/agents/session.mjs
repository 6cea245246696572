// One session: an agent in a place of its own, with the hook, against a model that makes the calls of the test.
//
// Owns the policy of the sessions and what is said about a session that went wrong.

import assert from "node:assert/strict";
import { join } from "node:path";
import { apart } from "./etc.mjs";
import { model } from "./fakes/server.mjs";
import { Place } from "./place.mjs";

/** The settings of the person. Each command of `commands` leaves a file of its name. */
const policy = {
  permissions: {
    allow: ["Bash(touch allowed)"],
    ask: ["Bash(touch ruled)"],
    deny: ["Bash(touch denied)"],
  },
};

/**
 * Commands by the files that they make. What an agent reads from the same settings should not decide in the place of the
 * hook, so the rules that ask and deny are met in a nested shell, which the agents do not look into.
 */
export const commands = {
  allowed: "touch allowed",
  asked: "./make-asked",
  ruled: "bash -c 'touch ruled'",
  denied: "bash -c 'touch denied'",
};

/** The hook command as it is installed for `agent`. */
export const hookCommand = (agent, place) =>
  `'${place.program}' hook --agent ${agent.name} || { echo 'shellgate: the hook failed' >&2; exit 2; }`;

/** How much is shown of each thing that a failed session said, in characters. */
const SHOWN_MAX = 1500;

/** Seconds that a session may take. */
const SESSION_SECONDS = 120;

/** Runs a subcommand of Shellgate where a person has the agent's `program` on the path. */
async function shellgate(agent, place, program, words, within = (line) => line) {
  const path = place.link(`agent/${agent.name}`, program);
  const environment = { PATH: `${path}:${place.environment().PATH}` };
  return place.run(within([place.program, ...words]), { environment });
}

/** Has Shellgate put its hook into the configuration of `agent`, or with `--mcp` its server, or take it out. */
export async function install(agent, place, program, { word = "install", scope = "--user", more = [], within } = {}) {
  const result = await shellgate(agent, place, program, [word, agent.name, "--yes", scope, ...more], within);
  assert.equal(result.status, 0, `\`shellgate ${word} ${agent.name}\`: ${result.stdout}\n${result.stderr}`);
  return result.stdout;
}

/** Has an administrator install the hook in a copy of /etc; the command line that runs `line` with it. */
export async function managed(agent, place, line, program) {
  await install(agent, place, program, { scope: "--managed", within: (words) => apart(place, words) });
  const { state } = await doctor(agent, place, program, (words) => apart(place, words));
  assert.equal(state, "guarded");
  return apart(place, line);
}

/** What `shellgate doctor` says about `agent` in the working directory. */
async function doctor(agent, place, program, within) {
  const { stdout } = await shellgate(agent, place, program, ["doctor", "--json"], within);
  return JSON.parse(stdout).agents.find((found) => found.agent === agent.name);
}

/**
 * Drives `agent` once. `calls` are what the model does; the hook is installed unless it is not to be `hooked`, and also
 * in the place of an agent's own if it is to be `installed`; `prepare` changes the place afterwards; `check` is given what happened. An agent that does not end is a failure, unless a `limit`
 * in seconds says that it may hang.
 */
export async function drive(
  agent,
  { shellgate: executable, program, shared },
  {
    mode = agent.open,
    calls,
    command,
    hooked = true,
    installed = false,
    prepare,
    wrap,
    more,
    environment: added,
    limit = Infinity,
    check,
  },
) {
  const place = new Place(executable);
  const fake = await model(
    agent.protocol,
    calls.map((call) => (typeof call === "string" ? agent.call(call) : call)),
  );
  let result;
  try {
    place.write("home/.claude/settings.json", policy);
    place.write("work/make-asked", "#!/bin/sh\ntouch asked\n", 0o755);
    place.directory("work/.git");
    await agent.configure?.(place, fake.url, program);
    if (command || (agent.startsNothing && !installed)) await agent.hook(place, command?.(agent, place));
    else if (hooked) await install(agent, place, program);
    await prepare?.(place);
    const { command: line, environment } = agent.start({ program, place, shared, url: fake.url, mode, more });
    result = await place.run(wrap ? await wrap(agent, place, line, program) : line, {
      environment: { ...environment, ...added },
      seconds: Math.min(limit, SESSION_SECONDS),
    });
    assert.ok(!result.isLate || limit !== Infinity, "the agent did not end");
    await check({ place, result, told: fake.told(), fake, doctor: () => doctor(agent, place, program) });
  } catch (error) {
    const last = (text) => (text ?? "").trim().slice(-SHOWN_MAX);
    const shown = {
      told: fake.told().join("\n"),
      offered: fake.offered().join(),
      stderr: result?.stderr,
      stdout: result?.stdout,
    };
    for (const [name, text] of Object.entries(shown)) error.message += `\n  ${name}: ${last(text)}`;
    throw error;
  } finally {
    await fake.stop();
    place.leave();
  }
}

/** `doctor` says that the setting `key` of `file`, below the place, switches the hook off, and what to do. */
export async function isNamedOff(doctor, place, key, file) {
  const { state, problems } = await doctor();
  assert.equal(state, "broken");
  const found = `\`${key}\` in \`${join(place.root, file)}\` switches the hook off`;
  const problem = problems.find((problem) => problem.found === found);
  assert.ok(problem, `${found}: ${JSON.stringify(problems)}`);
  assert.match(problem.remedy, /remove it there/);
}

/** The files of `commands` that are in the working directory. */
export const made = (place) => Object.keys(commands).filter((name) => place.has(`work/${name}`));
