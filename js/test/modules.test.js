import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

test("a build says which modules are missing, and the one command that makes them", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "shellgate-modules-"));
  context.after(() => rmSync(folder, { recursive: true }));
  copyFileSync(new URL("../modules.js", import.meta.url), join(folder, "modules.mjs"));
  mkdirSync(join(folder, "wasm"));
  const asked = (...names) => spawnSync(process.execPath, ["modules.mjs", ...names], { cwd: folder, encoding: "utf8" });
  for (const file of ["core.wasm", "core.first.wasm", "core.rest.wasm", "core.js", "core.d.ts"])
    writeFileSync(join(folder, "wasm", file), "");
  assert.deepEqual([asked("core").status, asked("core").stderr], [0, ""]);
  const { status, stderr } = asked("core", "powershell", "history");
  assert.equal(status, 1);
  assert.match(stderr, /lacks powershell\.wasm and history\.wasm/);
  assert.match(stderr, /`cargo xtask wasm --module powershell --module history`/);
  rmSync(join(folder, "wasm/core.rest.wasm"));
  assert.match(asked("core", "powershell").stderr, /`cargo xtask wasm --module core --module powershell`/);
});
