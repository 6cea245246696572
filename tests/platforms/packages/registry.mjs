// The registries that have the packages of this release: of npm on the loopback interface, of Python as a folder.

import { spawn } from "node:child_process";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { release, systems, tarball, wasm } from "./release.mjs";

/** The variables with which npm and pip ask these registries and no other; npm's is there once the tests run. */
export const registries = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: release };

/** The package of npm with the program of `system`. */
export const platform = ({ npm }) => tarball(`shellgate-${npm.join("-")}`);

let server;
before(async () => {
  const packages = [tarball("shellgate-cli"), ...systems.map(platform), ...(wasm === undefined ? [] : [wasm])];
  const script = fileURLToPath(new URL("registry_server.mjs", import.meta.url));
  server = spawn(process.execPath, [script, ...packages], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  registries.npm_config_registry = await new Promise((resolve) => {
    server.stdout.once("data", (line) => resolve(String(line).trim()));
  });
});
after(() => server.stdin.end());
