// A server of the built page on the loopback interface, which remembers what it was asked for.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves dist beneath `/some/where/`, so that an address that is not relative would be missed. */
export async function serve() {
  const base = "/some/where/";
  const asked = [];
  const server = createServer(async (request, response) => {
    asked.push(request.url);
    const { pathname } = new URL(request.url, "http://localhost");
    const path = normalize(pathname.replace(base, "/")).replace(/\/$/, "/index.html");
    const type = TYPES[extname(path)];
    try {
      if (!pathname.startsWith(base) || !type) throw new Error("not there");
      const body = await readFile(DIST + path.slice(1));
      response.writeHead(200, {
        "content-type": type,
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    url: origin + base,
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
