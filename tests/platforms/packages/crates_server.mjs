// The registry of crates and the page of releases, of this release alone, for `cargo binstall`.
//
//   node crates_server.mjs RELEASE KEY CERTIFICATE     prints the address of a proxy, and serves until its input ends
//
// The proxy leads every host to this program, so that a client asks the real addresses and nothing leaves the loopback
// interface. Owns what a registry says of a crate: https://doc.rust-lang.org/cargo/reference/registry-index.html

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { join } from "node:path";

const [release, key, certificate] = process.argv.slice(2);

const manifest = readFileSync(join(release, "crate/Cargo.toml"), "utf8");
const field = (name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(manifest)[1];
const [name, version, repository] = ["name", "version", "repository"].map(field);

const folder = `--transform=s,^crate,${name}-${version},`;
const crate = execFileSync("tar", ["-czf", "-", "-C", release, folder, "crate"]);
const cksum = createHash("sha256").update(crate).digest("hex");
const line = { name, vers: version, deps: [], cksum, features: {}, yanked: false };

/** What each address has: bytes, or a function that reads them. */
const files = new Map([
  ["https://index.crates.io/config.json", JSON.stringify({ dl: "https://static.crates.io/crates" })],
  [`https://index.crates.io/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`, JSON.stringify(line)],
  [`https://static.crates.io/crates/${name}/${version}/download`, crate],
]);
const archives = readdirSync(release).filter((file) => /\.(tar\.gz|zip)$/.test(file));
for (const file of archives)
  files.set(`${repository}/releases/download/v${version}/${file}`, () => readFileSync(join(release, file)));
// cargo-binstall asks GitHub which files a release has: https://docs.github.com/rest/releases/releases
const { hostname, pathname } = new URL(repository);
if (hostname === "github.com") {
  const of = `https://api.github.com/repos${pathname}/releases`;
  const assets = archives.map((name, at) => ({ name, url: `${of}/assets/${at}` }));
  files.set(`${of}/tags/v${version}`, JSON.stringify({ assets }));
}

const secure = createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
  const found = files.get(`https://${request.headers.host}${request.url}`);
  if (found === undefined) return response.writeHead(404).end();
  return response.end(typeof found === "function" ? found() : found);
});
const proxy = createServer((_, response) => response.writeHead(405).end());
proxy.on("connect", (_, socket) => {
  socket.write("HTTP/1.1 200 OK\r\n\r\n");
  secure.emit("connection", socket);
});
proxy.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${proxy.address().port}`));
process.stdin.resume().on("end", () => process.exit());
