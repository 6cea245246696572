// Builds dist/ from src/, adapters/ and the modules in wasm/: JavaScript for every way to import it, and its types twice.
//
// Owns the shape of the published package. The modules themselves are made by `cargo xtask wasm`.

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ESM_ONLY = /(?<=^import type .* from )"(ai|@anthropic-ai\/claude-agent-sdk|@mastra\/core\/tools)"/gm;
const adapters = ["ai-sdk", "openai-agents", "claude-agent-sdk", "langchain", "mastra"];

for (const file of ["core.wasm", "powershell.wasm", "core.js"]) {
  if (existsSync(here(`wasm/${file}`))) continue;
  console.error(`js/wasm/${file} is missing; run \`cargo xtask wasm\` in the repository first`);
  process.exit(1);
}
const { version } = JSON.parse(readFileSync(here("package.json"), "utf8"));
rmSync(here("dist"), { recursive: true, force: true });
mkdirSync(here("dist"));

await scripts();
types();
for (const file of ["core.wasm", "powershell.wasm"]) copyFileSync(here(`wasm/${file}`), here(`dist/${file}`));
copyFileSync(here("../policy-core/schemas/settings.json"), here("dist/schema.json"));
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(here(`../${licence}`), here(licence));

async function scripts() {
  const glue = await factory();
  const common = {
    bundle: true,
    target: "es2022",
    platform: "neutral",
    outdir: here("dist"),
    external: ["langchain", "node:*"],
    define: { __VERSION__: JSON.stringify(version) },
    plugins: [module("inline", "core"), glue],
    logLevel: "warning",
  };
  const entries = ["src/index.ts", "src/slim.ts", "src/node.ts", ...adapters.map((name) => `adapters/${name}.ts`)];
  const twice = { ...common, entryPoints: entries.map((entry) => ({ in: here(entry), out: name(entry) })) };
  const powershell = {
    ...common,
    entryPoints: [{ in: here("src/powershell.ts"), out: "powershell" }],
    plugins: [module("inline", "powershell"), glue],
  };
  const workerd = (entry, out, wasm) => ({
    ...common,
    entryPoints: [{ in: here(entry), out }],
    plugins: [module("workerd", wasm), glue],
  });
  const programs = {
    ...common,
    platform: "node",
    entryPoints: [
      { in: here("src/command/bin.ts"), out: "bin" },
      { in: here("src/hook/worker.ts"), out: "hook-worker" },
      { in: here("src/opencode.ts"), out: "opencode" },
    ],
    // Node keeps the compiled module for its threads; there is one copy of it in the package.
    plugins: [beside("index", "node")],
  };
  await Promise.all([
    build({ ...programs, format: "esm" }),
    build({ ...twice, format: "esm" }),
    build({ ...twice, format: "cjs", outExtension: { ".js": ".cjs" } }),
    build({ ...powershell, format: "esm" }),
    build({ ...powershell, format: "cjs", outExtension: { ".js": ".cjs" } }),
    build({ ...workerd("src/index.ts", "workerd", "core"), format: "esm" }),
    build({ ...workerd("src/powershell.ts", "powershell-workerd", "powershell"), format: "esm" }),
  ]);
}

/** Takes these parts of the package from the files beside. */
function beside(...names) {
  return {
    name: "beside",
    setup(esbuild) {
      const filter = new RegExp(`^\\.\\.?/(${names.join("|")})\\.js$`);
      esbuild.onResolve({ filter }, ({ path }) => ({ path: path.replace(/^\.\.?\//, "./"), external: true }));
    },
  };
}

/** Where `#module` comes from: src/module has a file for each way, and both modules can be taken in it. */
function module(way, wasm) {
  return {
    name: "module",
    setup(esbuild) {
      esbuild.onResolve({ filter: /^#module$/ }, () => ({ path: here(`src/module/${way}.ts`) }));
      esbuild.onResolve({ filter: /^#core\.wasm$/ }, () =>
        way === "workerd"
          ? { path: `./${wasm}.wasm`, external: true }
          : { path: here(`wasm/${wasm}.wasm`), namespace: "base64" },
      );
      esbuild.onLoad({ filter: /.*/, namespace: "base64" }, ({ path }) => ({
        contents: readFileSync(path),
        loader: "base64",
      }));
    },
  };
}

/**
 * The bindings' glue keeps its one instance in module variables. Wrapped into a function it gives as many as are needed:
 * another one after a trap, one for each module of `slim`.
 */
async function factory() {
  const { outputFiles } = await build({
    stdin: { contents: `export * from "./core.js"`, resolveDir: here("wasm") },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "made",
    target: "es2022",
    // Only the asynchronous way in looks beside itself for the module; nothing here takes it.
    define: { "import.meta.url": "undefined" },
    logLevel: "warning",
  });
  const contents = `export function glue() {\n${outputFiles[0].text}\nreturn made;\n}`;
  return {
    name: "glue",
    setup(esbuild) {
      esbuild.onResolve({ filter: /^#glue$/ }, () => ({ path: "glue", namespace: "glue", sideEffects: false }));
      esbuild.onLoad({ filter: /.*/, namespace: "glue" }, () => ({ contents, loader: "js" }));
    },
  };
}

/** Declarations for ESM and, with the other extension throughout, for CommonJS. */
function types() {
  run("node_modules/typescript/bin/tsc", "-p", here("tsconfig.json"));
  // The frameworks are not installed here: adapters/check.js checks the adapters against them.
  run("node_modules/typescript/bin/tsc", "-p", here("tsconfig.types.json"));
  for (const folder of ["src", "adapters"]) {
    for (const file of readdirSync(here(`dist/types/${folder}`)).filter((name) => name.endsWith(".d.ts"))) {
      const text = readFileSync(here(`dist/types/${folder}/${file}`), "utf8");
      for (const extension of ["js", "cjs"]) {
        const flat = text.replaceAll(/(["'])\.\.?\/(?:src\/|adapters\/)?([\w-]+)\.js\1/g, `"./$2.${extension}"`);
        // A package whose types are ESM only is named as such where CommonJS imports its types.
        const named = extension === "js" ? flat : flat.replaceAll(ESM_ONLY, '$& with { "resolution-mode": "import" }');
        writeFileSync(here(`dist/${file.replace(/\.d\.ts$/, `.d.${extension.replace("js", "ts")}`)}`), named);
      }
    }
  }
  rmSync(here("dist/types"), { recursive: true });
}

function name(entry) {
  return entry.replace(/^.*\//, "").replace(/\.ts$/, "");
}

function run(program, ...parameters) {
  const { status } = spawnSync(process.execPath, [here(program), ...parameters], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
