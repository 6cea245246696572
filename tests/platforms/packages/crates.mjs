// The registry of crates that has this release and nothing else, and the cargo that asks it.

import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { empty } from "./place.mjs";
import { binstall, release, repository, root } from "./release.mjs";

/** The variables with which cargo-binstall asks this registry; they are there once the tests run. */
export const crates = {};

/** The variables with which cargo keeps what it installs in `folder`. */
export const cargo = (folder) => ({ CARGO_HOME: join(folder, "cargo") });

/** Makes an authority that only these tests trust, and the key and the certificate of the hosts that are answered for. */
function certificate(folder) {
  const hosts = ["index.crates.io", "static.crates.io", "api.github.com", new URL(repository).hostname];
  const openssl = (...words) => execFileSync("openssl", words, { cwd: folder, stdio: "pipe" });
  const key = (file) => ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", file];
  openssl("req", "-x509", ...key("authority.key"), "-out", "authority.pem", "-subj", "/CN=authority", "-days", "2");
  openssl("req", ...key("key.pem"), "-out", "request.pem", "-subj", "/CN=hosts");
  writeFileSync(join(folder, "extensions"), `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(",")}\n`);
  const by = ["-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-days", "2"];
  openssl("x509", "-req", "-in", "request.pem", ...by, "-extfile", "extensions", "-out", "certificate.pem");
}

if (binstall !== undefined && repository !== undefined) {
  let server;
  before(async () => {
    const folder = empty("crates");
    certificate(folder);
    const script = fileURLToPath(new URL("crates_server.mjs", import.meta.url));
    const files = ["key.pem", "certificate.pem"].map((file) => join(folder, file));
    server = spawn(process.execPath, [script, release, ...files], { stdio: ["pipe", "pipe", "inherit"] });
    // The home of these tests has no rustup, so they take the toolchain of the repository itself.
    const toolchain = execFileSync("rustc", ["--print", "sysroot"], { cwd: root, encoding: "utf8" }).trim();
    Object.assign(crates, {
      ...cargo(folder),
      PATH: [dirname(binstall), join(toolchain, "bin"), process.env.PATH].join(delimiter),
      BINSTALL_HTTPS_ROOT_CERTS: join(folder, "authority.pem"),
      BINSTALL_NO_CONFIRM: "true",
      BINSTALL_DISABLE_TELEMETRY: "true",
      HTTPS_PROXY: await new Promise((resolve) => {
        server.stdout.once("data", (line) => resolve(String(line).trim()));
      }),
    });
  });
  after(() => server.stdin.end());
}
