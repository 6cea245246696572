// The rules that `shellgate import codex` makes, against the checker of Codex itself.
//
// Owns the generator of policies and commands, and what "never wider" is between the two. The seed is fixed; `SHELLGATE_SEED`
// sets another number, and a failure prints it.

import assert from "node:assert/strict";
import { Place } from "./place.mjs";

/** How many policies are made, and how many commands each is asked about. */
const POLICIES = 24;
const COMMANDS = 5;

/** Words of patterns and commands. No table knows the program, so that nothing but a rule allows a command. */
const WORDS = ["push", "push-x", "--force", "-f", "a b", "x*", "y", "*", ":*", "$x", "it's"];
const PROGRAMS = ["frobnicate", "frob", "frob.x"];
const DECISIONS = ["allow", "prompt", "forbidden"];

/** What Codex's decisions are here, the strictest first. */
const ANSWERS = { forbidden: "deny", prompt: "ask", allow: "allow" };

/** How strict an answer is. */
const rank = (answer) => Object.values(ANSWERS).indexOf(answer);

/** The session: policies are imported with `--strict`, and no command gets a looser answer than the checker gives. */
export function checker({ shellgate, program }) {
  return { name: "its checker is never stricter than the imported rules", run: () => compare(shellgate, program) };
}

async function compare(shellgate, program) {
  const seed = Number(process.env.SHELLGATE_SEED) || 23;
  const random = numbers(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const some = (most, make) => Array.from({ length: Math.floor(random() * (most + 1)) }, make);
  const place = new Place(shellgate);
  const run = async (words) => {
    const { status, stdout, stderr } = await place.run(words);
    return { status, stdout, text: `${words.join(" ")}: ${stdout}${stderr}` };
  };
  try {
    let matched = 0;
    for (let number = 0; number < POLICIES; number++) {
      const patterns = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
        const words = some(2, () => (random() < 0.2 ? [pick(WORDS), pick(WORDS)] : pick(WORDS)));
        return [pick(PROGRAMS), ...words];
      });
      const rules = patterns.map(
        (pattern) => `prefix_rule(pattern=${JSON.stringify(pattern)}, decision=${JSON.stringify(pick(DECISIONS))})`,
      );
      const file = place.write(`work/${number}.rules`, `${rules.join("\n")}\n`);
      const imported = await run([place.program, "import", "codex", file, "--strict"]);
      assert.equal(imported.status, 0, imported.text);
      const policy = place.write(`work/${number}.json`, imported.stdout);
      for (let at = 0; at < COMMANDS; at++) {
        // Half of the commands begin as one of the patterns does.
        const front =
          at % 2 ? [pick(PROGRAMS)] : pick(patterns).map((word) => (Array.isArray(word) ? pick(word) : word));
        const words = [...front, ...some(2, () => pick(WORDS))];
        const { decision } = JSON.parse(
          (await run([program, "execpolicy", "check", "--rules", file, "--", ...words])).stdout,
        );
        const command = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
        const own = JSON.parse(
          (await run([place.program, "check", "--policy", policy, "--json", command])).stdout,
        ).decision;
        const what = `seed ${seed}, ${rules.join("; ")}: ${command}: ${own}, Codex ${decision}`;
        if (decision === undefined) assert.notEqual(own, "allow", what);
        else assert.ok(rank(own) <= rank(ANSWERS[decision]), what);
        matched += decision === undefined ? 0 : 1;
      }
    }
    assert.ok(matched >= (POLICIES * COMMANDS) / 4, `only ${matched} commands are named by a policy`);
  } finally {
    place.leave();
  }
}

/** Numbers from 0 to 1 that depend on the seed only: mulberry32. */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
