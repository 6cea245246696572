// Builds dist/ from src/, adapters/ and the modules in wasm/: JavaScript for every way to import it, and its types twice.
//
// Owns the shape of the published package. The modules themselves are made by `cargo xtask wasm`.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ESM_ONLY = /(?<=^import type .* from )"(ai|@anthropic-ai\/claude-agent-sdk|@mastra\/core\/tools)"/gm;
/** Engines read a text of megabytes faster in pieces of this many characters: the import takes a quarter less. */
const PIECE = 1 << 18;
const adapters = ["ai-sdk", "openai-agents", "claude-agent-sdk", "langchain", "mastra"];

/** The modules of the package. The whole core is for those who load it themselves. */
const modules = ["core.wasm", "core.first.wasm", "core.rest.wasm", "powershell.wasm"];

run("modules.js", "core", "powershell");
const { version } = JSON.parse(readFileSync(here("package.json"), "utf8"));
rmSync(here("dist"), { recursive: true, force: true });
mkdirSync(here("dist"));

await scripts();
types();
for (const file of modules) copyFileSync(here(`wasm/${file}`), here(`dist/${file}`));
for (const file of modules.filter((file) => file !== "core.wasm")) {
  writeFileSync(here(`dist/${file}.cjs`), `module.exports = ${base64(here(`wasm/${file}`))};\n`);
}
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
    metafile: true,
    logLevel: "warning",
  };
  // On the platform of Node the names of the exports are written where its loader of ES modules looks for them.
  const cjs = { format: "cjs", platform: "node", outExtension: { ".js": ".cjs" } };
  const entries = ["src/slim.ts", "src/node.ts", ...adapters.map((name) => `adapters/${name}.ts`)];
  const twice = {
    ...common,
    entryPoints: entries.map((entry) => ({ in: here(entry), out: name(entry) })),
    plugins: [glue],
  };
  /** A face of the package, with its module in the way of src/module. */
  const face = (name, out, way) => ({
    ...common,
    entryPoints: [{ in: here(`src/${name}.ts`), out }],
    plugins: [module(way), glue],
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
    plugins: [beside({ index: "index.node", node: "node" })],
  };
  const [index, powershell] = await Promise.all([
    build({ ...face("index", "index", "inline"), format: "esm" }),
    build({ ...face("powershell", "powershell", "powershell-inline"), format: "esm" }),
    build({ ...face("index", "index", "required"), ...cjs }),
    build({ ...face("powershell", "powershell", "powershell-required"), ...cjs }),
    build({ ...face("index", "workerd", "workerd"), format: "esm" }),
    build({ ...face("powershell", "powershell-workerd", "powershell-workerd"), format: "esm" }),
    build({ ...programs, format: "esm" }),
    build({ ...twice, format: "esm" }),
    build({ ...twice, ...cjs }),
  ]);
  onNode("index", index);
  onNode("powershell", powershell);
}

/**
 * The ES module for Node has the same members as the other one, and takes them from the CommonJS, which reads no part of the
 * module that is not needed: an ES module can only wait for a file.
 */
function onNode(name, { metafile }) {
  const { exports } = Object.values(metafile.outputs)[0];
  writeFileSync(here(`dist/${name}.node.js`), `export { ${exports.join(", ")} } from "./${name}.cjs";\n`);
}

/** Takes these parts of the package from the files beside, by the names of these. */
function beside(files) {
  return {
    name: "beside",
    setup(esbuild) {
      const filter = new RegExp(`^\\.\\.?/(${Object.keys(files).join("|")})\\.js$`);
      esbuild.onResolve({ filter }, ({ path }) => ({ path: `./${files[name(path, ".js")]}.js`, external: true }));
    },
  };
}

/** Where `#module` comes from: src/module has a file for each way. */
function module(way) {
  return {
    name: "module",
    setup(esbuild) {
      esbuild.onResolve({ filter: /^#module$/ }, () => ({ path: here(`src/module/${way}.ts`) }));
      esbuild.onResolve({ filter: /^#wasm\// }, ({ path }) => {
        const file = path.slice("#wasm/".length);
        if (way.endsWith("workerd")) return { path: `./${file}`, external: true };
        if (way.endsWith("required")) return { path: `./${file}.cjs`, external: true };
        return { path: here(`wasm/${file}`), namespace: "base64" };
      });
      esbuild.onLoad({ filter: /.*/, namespace: "base64" }, ({ path }) => ({
        contents: `export default ${base64(path)}`,
        loader: "js",
      }));
    },
  };
}

/** A file in base64, as an expression: a list of pieces. */
function base64(path) {
  const text = readFileSync(path).toString("base64");
  const count = Math.ceil(text.length / PIECE);
  return JSON.stringify(Array.from({ length: count }, (_, at) => text.slice(at * PIECE, (at + 1) * PIECE)));
}

/**
 * The bindings' glue keeps its one instance in module variables. Wrapped into a function it gives as many as are needed:
 * another one after a trap, one for each module of `slim`. An object of the glue that nobody has any more is released at some
 * time; a trap in that must not end the process, but spoils the instance.
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
  const contents = `
    export function glue(spoiled) {
      const Registry = globalThis.FinalizationRegistry;
      const FinalizationRegistry = Registry && class extends Registry {
        constructor(release) {
          super((held) => { try { release(held); } catch { spoiled(); } });
        }
      };
      ${outputFiles[0].text}
      return made;
    }`;
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

function name(path, extension = ".ts") {
  return basename(path, extension);
}

function run(program, ...parameters) {
  const { status } = spawnSync(process.execPath, [here(program), ...parameters], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
