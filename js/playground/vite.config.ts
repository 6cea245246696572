// The build: one folder of static files, every address in it relative, nothing taken from another origin.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where the worker that keeps the page for off-line use is written. */
const KEEPER = "keeper.js";

/**
 * Writes the service worker with the list of the files that were built, and a name that changes with any of them.
 * `dist/keeper.js` keeps exactly these files.
 */
function keeper(): Plugin {
  return {
    name: "keeper",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const hash = createHash("sha256");
      const files = Object.keys(bundle).sort();
      for (const file of files) {
        const part = bundle[file];
        hash.update(file);
        if (part?.type === "chunk") hash.update(part.code);
        if (part?.type === "asset") hash.update(part.source);
      }
      // A module that few pages ask for is not fetched in advance.
      const isLater = (file: string): boolean => /\/(history|powershell)-[^/]*\.wasm$/.test(file);
      const first = files.filter((file) => file !== "index.html" && !isLater(file));
      const source = readFileSync(here("./src/keeper.js"), "utf8")
        .replace('"FILES"', () => JSON.stringify(["./", ...first, "favicon.svg"]))
        .replace('"LATER"', () => JSON.stringify(files.filter(isLater)))
        .replace("VERSION", () => hash.digest("hex").slice(0, 16));
      this.emitFile({ type: "asset", fileName: KEEPER, source });
    },
  };
}

export default defineConfig({
  base: "./",
  build: { target: "es2023", modulePreload: { polyfill: false }, assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
  plugins: [keeper()],
});
