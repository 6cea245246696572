// A registry of npm on the loopback interface that has these packed files and no others.
//
//   node registry_server.mjs TARBALL…        prints its address, and serves until its input ends
//
// Owns what a registry says of a package: https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename } from "node:path";

const tarballs = new Map();
const packages = new Map();
for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file);
  tarballs.set(`/${basename(file)}`, bytes);
  const manifest = JSON.parse(
    execFileSync("tar", ["-xzOf", file, "package/package.json"], {
      encoding: "utf8",
    }),
  );
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  packages.set(manifest.name, { manifest, integrity, file: basename(file) });
}

const server = createServer((request, response) => {
  const tarball = tarballs.get(request.url);
  if (tarball !== undefined) return response.end(tarball);
  const found = packages.get(decodeURIComponent(request.url.slice(1)));
  if (found === undefined) return response.writeHead(404).end("{}");
  const { manifest, integrity, file } = found;
  const dist = { tarball: `http://${request.headers.host}/${file}`, integrity };
  const { name, version } = manifest;
  const versions = { [version]: { ...manifest, dist } };
  response.setHeader("Content-Type", "application/json");
  return response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
process.stdin.resume().on("end", () => process.exit());
