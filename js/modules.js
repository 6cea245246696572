// Says which modules of `cargo xtask wasm` are missing in wasm/, and the command that makes them: `node modules.js NAME...`.

import { existsSync } from "node:fs";

const files = {
  core: ["core.wasm", "core.first.wasm", "core.rest.wasm", "core.js", "core.d.ts"],
  powershell: ["powershell.wasm"],
  history: ["history.wasm", "history.js", "history.d.ts"],
};
const isThere = (file) => existsSync(new URL(`wasm/${file}`, import.meta.url));
const missing = process.argv.slice(2).filter((name) => !files[name].every(isThere));

if (missing.length > 0) {
  const modules = missing.map((name) => `${name}.wasm`).join(" and ");
  const command = `cargo xtask wasm ${missing.map((name) => `--module ${name}`).join(" ")}`;
  console.error(`js/wasm lacks ${modules}: run \`${command}\` in the repository first`);
  process.exit(1);
}
