// What a hook adds to a call: the time from one request of the agent to the next, with the hook and with others.
//
// Owns the number of calls and the order. The kinds take turns, so that a busy moment of the machine meets all of them.

import { commands, drive, hookCommand } from "./session.mjs";

const CALLS = 12;
const ROUNDS = 4;

/** The median milliseconds of a call by the kind of its hook. */
export async function latency(agent, programs) {
  const kinds = {
    "the hook of Shellgate": undefined,
    "`/bin/true` as the hook": () => "/bin/true",
    "`/bin/true || exit 2` as the hook": () => "/bin/true || exit 2",
  };
  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, command = hookCommand] of Object.entries(kinds))
      times[kind].push(...(await between(agent, programs, command)));
  }
  return Object.fromEntries(
    Object.entries(times).map(([kind, all]) => [kind, all.sort((a, b) => a - b)[all.length >> 1]]),
  );
}

/** The milliseconds between the turns of one session. */
async function between(agent, programs, command) {
  let at = [];
  const calls = Array.from({ length: CALLS }, () => commands.allowed);
  await drive(agent, programs, {
    calls,
    command,
    check({ fake }) {
      at = fake.requests
        .filter(({ path, body }) => agent.protocol.isTurn(path) && agent.protocol.results(body).length > 0)
        .map((it) => it.at);
    },
  });
  return at.slice(1).map((time, index) => time - at[index]);
}
