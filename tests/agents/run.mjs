// Drives real agents with the hook of Shellgate, against models on the loopback interface.
//
//   node run.mjs [--agent NAME]… [--session TEXT] [--jobs N] [--json] [--latency]
//
// Owns the command line, the order and the report. Nothing that is started reaches a network: this program starts itself
// again in a network namespace of its own, where bubblewrap can make one.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { install } from "../../js/test/package.js";
import { claude } from "./agents/claude.mjs";
import { cline } from "./agents/cline.mjs";
import { codex } from "./agents/codex.mjs";
import { copilot } from "./agents/copilot.mjs";
import { gemini } from "./agents/gemini.mjs";
import { opencode } from "./agents/opencode.mjs";
import { qwen } from "./agents/qwen.mjs";
import { latency } from "./latency.mjs";
import { sessions } from "./sessions.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The agents by the folder whose lock file pins them. Those of the last are driven only if they are named. */
const groups = { ".": [claude, codex, copilot], gemini: [gemini], others: [qwen, opencode, cline] };

/** Installs what a manifest pins without a lock file. */
const INSTALL = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];

/** Says that this process is in the namespace already. */
const APART = "SHELLGATE_AGENTS_APART";

/** Whether nothing may be left out but what wants a program that is excepted by name. */
const REQUIRED = process.env.SHELLGATE_TESTS?.startsWith("required") ?? false;

const { values: asked } = parseArgs({
  options: {
    agent: { type: "string", multiple: true },
    session: { type: "string", default: "" },
    jobs: { type: "string", default: "2" },
    json: { type: "boolean", default: false },
    latency: { type: "boolean", default: false },
  },
});
const agents = choose();
const shellgate = process.env.SHELLGATE_EXE ?? join(here, "../../target/debug/shellgate");
if (!existsSync(shellgate))
  stop(`${shellgate} is not there; \`cargo build\` makes it, \`SHELLGATE_EXE\` names another one`);

if (process.env[APART]) process.exitCode = await (asked.latency ? measure() : drive());
else process.exitCode = prepare() ? again() : 0;

function choose() {
  const all = Object.entries(groups).flatMap(([folder, agents]) =>
    agents.map((agent) => ({ ...agent, folder: join(here, folder) })),
  );
  const unknown = asked.agent?.find((name) => !all.some((agent) => agent.name === name));
  if (unknown) stop(`no agent is called \`${unknown}\`; there are ${all.map(({ name }) => name).join(", ")}`);
  return all.filter(({ name, folder }) => (asked.agent ? asked.agent.includes(name) : folder !== all.at(-1).folder));
}

/** Installs the chosen agents. Where that cannot be done, says so; it is a failure where every test is required. */
function prepare() {
  try {
    for (const folder of new Set(agents.map(({ folder }) => folder))) {
      if (existsSync(join(folder, "package-lock.json"))) install(folder);
      else if (!existsSync(join(folder, "node_modules")))
        execFileSync("npm", INSTALL, { cwd: folder, stdio: "inherit" });
    }
    return true;
  } catch (error) {
    if (REQUIRED) stop(`the agents cannot be installed: ${error.message}`);
    console.log(`skipped: the agents cannot be installed: ${error.message}`);
    return false;
  }
}

/** Starts this program in a namespace without a network, and ends with it. */
function again() {
  const apart = ["--dev-bind", "/", "/", "--proc", "/proc", "--unshare-net", "--unshare-pid", "--die-with-parent"];
  const works = spawnSync("bwrap", [...apart, "true"]).status === 0;
  if (!works && REQUIRED) stop("bubblewrap cannot make a namespace");
  const command = [process.execPath, ...process.argv.slice(1)];
  const [program, ...parameters] = works ? ["bwrap", ...apart, "--", ...command] : command;
  const env = { ...process.env, [APART]: works ? "namespace" : "nothing" };
  return spawnSync(program, parameters, { stdio: "inherit", env }).status ?? 1;
}

/** Runs the sessions, as many at a time as asked; returns the exit code. */
async function drive() {
  const start = performance.now();
  const list = shared((folder) =>
    agents.flatMap((agent) => sessions(agent, programs(agent, folder)).map((it) => ({ agent, ...it }))),
  );
  const left = list.filter(({ name }) => name.includes(asked.session));
  const results = [];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) results.push(await once(next));
  };
  await Promise.all(Array.from({ length: Number(asked.jobs) }, work));
  const failed = results.filter(({ ok }) => !ok).length;
  if (asked.json) console.log(JSON.stringify(results, null, 2));
  else console.log(`${results.length - failed} of ${results.length} sessions as claimed, ${seconds(start)} s`);
  return failed > 0 || results.length === 0 ? 1 : 0;
}

async function once({ agent, name, run }) {
  const start = performance.now();
  const error = await run().then(
    () => undefined,
    (error) => String(error.message),
  );
  const result = { agent: agent.name, session: name, ok: error === undefined, seconds: seconds(start), error };
  if (!asked.json) console.log(`${result.ok ? "ok    " : "FAILED"} ${agent.title}: ${name} (${result.seconds} s)`);
  if (!asked.json && error) console.log(error);
  return result;
}

/** Prints what the hook adds to a call of the first of the chosen agents. */
async function measure() {
  const [agent] = agents;
  const found = await shared((folder) => latency(agent, programs(agent, folder)));
  if (asked.json) console.log(JSON.stringify({ agent: agent.name, ...found }));
  else
    for (const [name, median] of Object.entries(found))
      console.log(`${agent.title}: ${median.toFixed(1)} ms a call with ${name}`);
  return 0;
}

/** What `use` makes of a directory that all sessions share, which goes when this process ends. */
function shared(use) {
  const folder = mkdtempSync(join(tmpdir(), "shellgate-agents-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return use(folder);
}

function programs(agent, folder) {
  return { shellgate, program: agent.program(join(agent.folder, "node_modules")), shared: folder };
}

function seconds(start) {
  return Number(((performance.now() - start) / 1000).toFixed(1));
}

function stop(sentence) {
  console.error(sentence);
  process.exit(2);
}
