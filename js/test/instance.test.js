import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
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

test("a huge text leaves no huge instance behind", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const gate = new Gate();
  assert.equal(gate.check("x".repeat(100_000_000)).decision, "ask");
  const huge = process.memoryUsage().external;
  assert.ok(huge > 100_000_000, `the text made the memory grow: ${huge}`);
  assert.equal(gate.check("ls").decision, "allow");
  for (let round = 0; round < 20 && process.memoryUsage().external > huge / 2; round += 1) {
    collect();
    await new Promise(setImmediate);
  }
  assert.ok(process.memoryUsage().external < huge / 2, `${process.memoryUsage().external} of ${huge}`);
});
