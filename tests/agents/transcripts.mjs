// What an agent writes about its own session can be audited: every command that it ran is found, and the rules that are
// suggested answer as many questions as was said.
//
// Owns the commands and the claim. With `SHELLGATE_TRANSCRIPTS` the records are kept in that folder.

import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";

/** What a model proposes in an ordinary hour; little of it works in an empty directory, which does not matter here. */
const proposed = [
  "git status --short",
  "ls -la",
  "cat make-asked | head -3",
  "make lint",
  "make test",
  "make build",
  "make test",
  "make test VERBOSE=1",
  "npm run build",
  "npm run build",
  "npm run lint -- --fix",
  "./make-asked",
  "git add make-asked && git commit -m 'Add it'",
  "python3 -c 'print(1)'",
  "grep -rn touch . | wc -l",
  "touch notes.txt",
];

/** The record says that the agent asked nobody; what matters is what would have been asked. */
const options = ["--mode", "default", "--top", "50", "--json"];

/** A session whose record is below `folder` of the home directory. */
export const transcript = (folder) => ({
  hooked: false,
  calls: proposed,
  async check({ place }) {
    const records = join(place.home, folder);
    const keep = process.env.SHELLGATE_TRANSCRIPTS;
    if (keep) cpSync(records, join(keep, folder), { recursive: true });
    const policy = place.write("home/policy.json", { permissions: { allow: [], deny: ["Bash(rm:*)"] } });
    const suggest = async (...more) => {
      const words = ["policy", "suggest", "--policy", policy, "--log", records, ...options, ...more];
      const result = await place.run([place.program, ...words]);
      assert.equal(result.status, 0, result.stderr);
      return JSON.parse(result.stdout);
    };
    const before = await suggest("--into", policy, "--yes");
    assert.equal(before.calls, proposed.length);
    assert.ok(before.left < before.questions, JSON.stringify(before));
    const after = await suggest();
    assert.equal(after.calls, proposed.length);
    assert.equal(after.questions, before.left);
  },
});
