import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const manifest = require("../package.json");

/** All files that the exports name. */
function files(target) {
  return typeof target === "string" ? [target] : Object.values(target).flatMap(files);
}

test("every file that the exports name is there", () => {
  for (const file of files(manifest.exports)) assert.ok(existsSync(new URL(`../${file}`, import.meta.url)), file);
});

test("the licences that the manifest names are at the top of the package", () => {
  for (const licence of manifest.license.split(" OR ")) {
    const file = manifest.files.find(
      (name) => name.startsWith("LICENSE-") && licence.toUpperCase().startsWith(name.slice(8)),
    );
    assert.ok(file && existsSync(new URL(`../${file}`, import.meta.url)), licence);
  }
});

test("every condition names types first", () => {
  const check = (path, target) => {
    assert.equal(typeof target, "object", path);
    // A condition has others below it, or the file and its types.
    if ("default" in target) assert.equal(Object.keys(target)[0], "types", path);
    else for (const condition of Object.values(target)) check(path, condition);
  };
  for (const [path, target] of Object.entries(manifest.exports)) if (typeof target !== "string") check(path, target);
});

test("nothing is installed with the package, and nothing runs when it is", () => {
  assert.equal(manifest.dependencies, undefined);
  for (const script of ["preinstall", "install", "postinstall", "prepare"])
    assert.equal(manifest.scripts[script], undefined);
});

test("no adapter needs its framework to be there at import, but LangChain's", () => {
  for (const path of ["ai-sdk", "openai-agents", "claude-agent-sdk", "mastra"]) {
    const text = readFileSync(require.resolve(`shellgate/${path}`), "utf8");
    assert.ok(!/\brequire\((?!"node:)/.test(text), path);
  }
});

test("the schema is JSON with a title", () => {
  const schema = require("shellgate/schema.json");
  assert.equal(typeof schema.title, "string");
});
