import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as whole from "shellgate";
import * as slim from "shellgate/slim";

const bytes = readFileSync(createRequire(import.meta.url).resolve("shellgate/core.wasm"));
const wasm = (type = "application/wasm") => new Response(bytes, { headers: { "content-type": type } });

/** Everything that `create` takes. */
const sources = {
  bytes: bytes,
  "a buffer": bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  "a module": new WebAssembly.Module(bytes),
  "a URL": new URL(`data:application/wasm;base64,${bytes.toString("base64")}`),
  "an address": `data:application/wasm;base64,${bytes.toString("base64")}`,
  "a response": wasm(),
  "a response of another type": wasm("application/octet-stream"),
  "a response to come": Promise.resolve(wasm()),
};

for (const [name, source] of Object.entries(sources)) {
  test(`the members are made from ${name}`, async () => {
    const { Gate } = await slim.create(source);
    assert.deepEqual(new Gate().check("ls | head"), new whole.Gate().check("ls | head"));
  });
}

test("the members are those of the package", async () => {
  const types = ["CoreError", "PolicyError", "RequestError"];
  const made = Object.keys(await slim.create(bytes));
  assert.deepEqual([...made, ...types].sort(), Object.keys(whole).sort());
  assert.deepEqual(["create", ...types].sort(), Object.keys(slim).sort());
});

test("what is no module is an error, and the next call works", async () => {
  await assert.rejects(slim.create(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  await assert.rejects(slim.create(new Response("", { status: 404 })), /404/);
  const other = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const { Gate } = await slim.create(other);
  assert.throws(() => new Gate(), slim.CoreError);
  assert.equal(new (await slim.create(bytes)).Gate().check("ls").decision, "allow");
});
