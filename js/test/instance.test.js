import assert from "node:assert/strict";
import { test } from "node:test";
import { CoreError, Gate } from "shellgate";

test("a stack that overflows inside the module ends the call, and the gate goes on in another instance", () => {
  const gate = new Gate({ policy: { permissions: { deny: ["Bash(curl:*)"] } } });
  const command = `${"(".repeat(150)}ls${")".repeat(150)}`;
  let stopped = 0;
  // From the deepest call outwards: each has a little more stack than the one before.
  (function dive() {
    try {
      dive();
    } catch {}
    try {
      gate.check(command);
    } catch (error) {
      if (error instanceof CoreError) stopped += 1;
      if (error instanceof CoreError && stopped === 1) assert.ok(error.cause instanceof Error);
    }
  })();
  assert.ok(stopped > 0, "the module was stopped");
  assert.equal(gate.check("ls").decision, "allow");
  assert.equal(gate.check("curl x").decision, "deny");
});
