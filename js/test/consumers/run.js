// Packs the package, installs it into throw-away projects, and compares the verdicts that each of them computes.
//
// `npm run test:consumers [NAME…]`. What the registry does not have for this machine is skipped, with the reason.

import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import vm from "node:vm";
import { install, pack, root } from "../package.js";
import { decisions, fromCjs, fromEsm, ofPowerShell } from "./cases.js";

/** What cannot be tried here is no failure. */
class Missing extends Error {}

const here = fileURLToPath(new URL(".", import.meta.url));
const tools = (path) => join(here, "node_modules", path);
const print = "console.log(result);";

/** Each gets a project with the package installed and returns the text that `result` holds. */
const consumers = {
  "node-esm": (project) => run(process.execPath, [write(project, "main.mjs", fromEsm + print)]),
  "node-cjs": (project) => run(process.execPath, [write(project, "main.cjs", fromCjs + print)]),
  typescript: typescript,
  esbuild: async (project) => {
    const { build } = await import("esbuild");
    const outfile = join(project, "out.js");
    const entry = write(project, "main.js", fromEsm + page);
    await build({ entryPoints: [entry], bundle: true, format: "iife", outfile, logLevel: "error" });
    return browse(outfile);
  },
  "esbuild-node": async (project) => {
    const { build } = await import("esbuild");
    const entryPoints = [write(project, "main.js", fromEsm + print)];
    const answers = [];
    for (const [format, ending] of Object.entries({ esm: "mjs", cjs: "cjs" })) {
      const outfile = join(project, "alone", `out.${ending}`);
      await build({ entryPoints, bundle: true, platform: "node", format, outfile, logLevel: "error" });
      answers.push(alone(project, outfile));
    }
    assert.equal(answers[0], answers[1]);
    return answers[0];
  },
  "webpack-node": async (project) => {
    const outfile = join(project, "alone", "out.cjs");
    await webpacked(project, print, { target: "node", output: { path: dirname(outfile), filename: "out.cjs" } });
    return alone(project, outfile);
  },
  vite: async (project) => {
    const { build } = await import("vite");
    write(project, "main.js", fromEsm + page);
    write(project, "index.html", '<script type="module" src="/main.js"></script>');
    const output = { format: "iife", entryFileNames: "out.js" };
    const rolldownOptions = { output, input: join(project, "index.html") };
    await build({ root: project, logLevel: "error", build: { rolldownOptions, chunkSizeWarningLimit: 10_000 } });
    return browse(join(project, "dist", "out.js"));
  },
  webpack: async (project) => {
    await webpacked(project, page, { output: { path: project, filename: "out.js" } });
    return browse(join(project, "out.js"));
  },
  deno: (project) => {
    const program = native("@deno/linux-x64-glibc/deno");
    return run(program, ["run", "--check", "--cached-only", write(project, "main.ts", fromEsm + print)], {
      DENO_NO_UPDATE_CHECK: "1",
    });
  },
  bun: (project) => run(native("@oven/bun-linux-x64/bin/bun"), ["run", write(project, "main.ts", fromEsm + print)]),
  workerd: worker,
  chromium: browser,
};

/** A bundle by webpack of a program that ends with `end`. */
async function webpacked(project, end, options) {
  const { default: webpack } = await import("webpack");
  const entry = write(project, "main.js", fromEsm + end);
  const compiler = webpack({ mode: "production", entry, context: project, performance: false, ...options });
  const stats = await new Promise((done, fail) => compiler.run((error, made) => (error ? fail(error) : done(made))));
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());
}

/** Runs a bundle for Node where the package cannot be found. */
function alone(project, bundle) {
  const installed = join(project, "node_modules");
  const hidden = join(project, "hidden");
  renameSync(installed, hidden);
  try {
    return run(process.execPath, [bundle]);
  } finally {
    renameSync(hidden, installed);
  }
}

/** How a page hands the result over. */
const page = "globalThis.result = result;";

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in consumers));
if (unknown.length > 0) {
  console.error(`no consumer is called \`${unknown.join("`, `")}\`; there are ${Object.keys(consumers).join(", ")}`);
  process.exit(2);
}
install(here);
const tarball = pack();
process.on("exit", () => rmSync(dirname(tarball), { recursive: true, force: true }));
for (const [name, ...parameters] of [
  ["publint/src/cli.js", "--strict", tarball],
  [
    "@arethetypeswrong/cli/dist/index.js",
    "--exclude-entrypoints",
    "./core.wasm",
    "./core.first.wasm",
    "./core.rest.wasm",
    "./powershell.wasm",
    // opencode loads its plug-ins as ES modules alone.
    "./opencode",
    "--no-emoji",
    "--no-color",
    "--",
    tarball,
  ],
]) {
  run(process.execPath, [join(root, "node_modules", name), ...parameters], {}, root);
  console.log(`${name.replace(/\/(src|cli|dist)\/.*/, "").padEnd(12)} clean`);
}
const expected = JSON.parse(await consumers["node-esm"](project("expected")));
assert.deepEqual(
  expected.answers.map((answer) => answer.decision),
  decisions,
);
assert.deepEqual(
  expected.cmdlets.map((answer) => answer.decision),
  ofPowerShell,
);
let failed = 0;
for (const [name, consume] of Object.entries(consumers)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const began = performance.now();
  try {
    assert.deepEqual(JSON.parse(await consume(project(name))), expected);
    console.log(`${name.padEnd(12)} same verdicts  ${((performance.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    if (error instanceof Missing) {
      console.log(`${name.padEnd(12)} skipped: ${error.message}`);
      continue;
    }
    failed += 1;
    console.error(`${name.padEnd(12)} FAILED`, error);
  }
}
rmSync(dirname(tarball), { recursive: true });
process.exit(failed === 0 ? 0 : 1);

/** A new project in which the tarball is installed. */
function project(name) {
  const folder = mkdtempSync(join(dirname(tarball), `${name}-`));
  write(folder, "package.json", JSON.stringify({ name: `consumer-${name}`, private: true, type: "module" }));
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], {}, folder);
  return folder;
}

/** Three ways to resolve types; what is wrong in a program is an error in each. */
function typescript(project) {
  const typed = `${fromEsm}const decision: "allow" | "ask" | "deny" = answers[0]!.decision;\nvoid decision;\n// @ts-expect-error a request needs a command\ngate.check({ cwd: "/" });\n`;
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const common = ["--noEmit", "--strict", "--target", "es2022", "--types", ""];
  run(
    process.execPath,
    [tsc, ...common, "--module", "nodenext", write(project, "main.mts", typed), write(project, "main.cts", typed)],
    {},
    project,
  );
  run(
    process.execPath,
    [tsc, ...common, "--module", "esnext", "--moduleResolution", "bundler", write(project, "main.ts", typed)],
    {},
    project,
  );
  return consumers["node-esm"](project);
}

/** A Worker as wrangler bundles it: the condition `workerd`, the module as a file of its own. */
async function worker(project) {
  const { build } = await import("esbuild");
  const { Miniflare } = await import("miniflare");
  const source = fromEsm + "export default { fetch: () => new Response(result) };";
  const modules = [];
  const wasm = {
    name: "wasm",
    setup(esbuild) {
      esbuild.onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
        modules.push({
          type: "CompiledWasm",
          path: join(project, basename(path)),
          contents: readFileSync(join(resolveDir, path)),
        });
        return { path: `./${basename(path)}`, external: true };
      });
    },
  };
  const { outputFiles } = await build({
    entryPoints: [write(project, "main.js", source)],
    bundle: true,
    write: false,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    plugins: [wasm],
    logLevel: "error",
  });
  const main = { type: "ESModule", path: join(project, "worker.js"), contents: outputFiles[0].text };
  const miniflare = new Miniflare({
    modules: [main, ...modules],
    modulesRoot: project,
    compatibilityDate: "2026-01-01",
  });
  try {
    return await (await miniflare.dispatchFetch("http://localhost/")).text();
  } finally {
    await miniflare.dispose();
  }
}

/** A page that imports the files of the package as they are, without any bundler. */
async function browser(project) {
  const program = ["chromium", "chromium-browser", "google-chrome"].find(
    (name) => spawnSync(name, ["--version"]).status === 0,
  );
  if (program === undefined) throw new Missing("no Chromium is installed");
  const dist = "/node_modules/shellgate/dist";
  const imports = JSON.stringify({
    imports: { shellgate: `${dist}/index.js`, "shellgate/powershell": `${dist}/powershell.js` },
  });
  const script = `${fromEsm}document.body.textContent = btoa(unescape(encodeURIComponent(result)));`;
  const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript" };
  write(
    project,
    "index.html",
    `<script type="importmap">${imports}</script><body></body><script type="module">${script}</script>`,
  );
  const server = createServer((request, response) => {
    const path = join(project, request.url === "/" ? "index.html" : new URL(request.url, "http://localhost").pathname);
    response.writeHead(existsSync(path) ? 200 : 404, { "content-type": types[extname(path)] ?? "text/plain" });
    response.end(existsSync(path) ? readFileSync(path) : "");
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    const quiet = [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ];
    const parameters = [
      "--headless=new",
      "--no-sandbox",
      ...quiet,
      `--user-data-dir=${join(project, "profile")}`,
      "--dump-dom",
      `http://127.0.0.1:${server.address().port}/`,
    ];
    const { stdout } = await promisify(execFile)(program, parameters, { timeout: 60_000 });
    const [, body = ""] = /<body>([\w+/=]+)/.exec(stdout) ?? assert.fail(stdout);
    return Buffer.from(body, "base64").toString("utf8");
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Runs a bundle with what a page has, and nothing of Node. */
function browse(path) {
  const page = { atob, TextDecoder, TextEncoder, WebAssembly, FinalizationRegistry };
  vm.runInNewContext(readFileSync(path, "utf8"), page, { filename: path });
  return page.result;
}

function write(folder, name, text) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function run(program, parameters, environment = {}, cwd = dirname(parameters.at(-1))) {
  const options = { cwd, encoding: "utf8", env: { ...process.env, ...environment } };
  const { status, stdout, stderr, error } = spawnSync(program, parameters, options);
  if (error) throw error;
  if (status !== 0) throw new Error(`\`${program} ${parameters.join(" ")}\` ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** The program of an npm package that is made for this machine. */
function native(path) {
  const program = tools(path);
  if (existsSync(program)) return program;
  throw new Missing(`\`${path}\` is not installed; the registry has no such program for this machine`);
}
