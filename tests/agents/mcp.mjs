// The sessions in which an agent runs its commands by the MCP server, without a shell and a hook of its own.
//
// Owns how each agent is given the server, and how its shell is taken away.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { commands, drive, made } from "./session.mjs";

/** The server under the form that most agents know. */
const server = (place) => ({ command: place.program, args: ["mcp"] });

/** The agents: the tool that the model calls, the agent's own shell, and the settings. */
const agents = {
  claude: {
    tool: "mcp__shellgate__Bash",
    shell: "Bash",
    mode: "default",
    more: ["--disallowedTools", "Bash", "--allowedTools", "mcp__shellgate__Bash"],
    // All tools are offered at once.
    environment: { ENABLE_TOOL_SEARCH: "false" },
    prepare: (place) =>
      place.write("home/.claude.json", { mcpServers: { shellgate: { type: "stdio", ...server(place) } } }),
  },
  codex: {
    tool: "mcp__shellgate.Bash",
    shell: "exec_command",
    more: ["--disable", "shell_tool"],
    prepare(place) {
      const config = place.read("home/.codex/config.toml");
      const { command, args } = server(place);
      place.write(
        "home/.codex/config.toml",
        `${config}[mcp_servers.shellgate]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
default_tools_approval_mode = "approve"
`,
      );
    },
  },
  copilot: {
    tool: "shellgate-Bash",
    shell: "bash",
    more: ["--excluded-tools", "bash"],
    prepare: (place) =>
      place.write("home/.copilot/mcp-config.json", {
        mcpServers: { shellgate: { type: "local", tools: ["*"], ...server(place) } },
      }),
  },
  gemini: {
    tool: "mcp_shellgate_Bash",
    shell: "run_shell_command",
    prepare(place) {
      const settings = JSON.parse(place.read("home/.gemini/settings.json"));
      const mcpServers = { shellgate: { ...server(place), trust: true } };
      place.write("home/.gemini/settings.json", { ...settings, mcpServers });
      place.write(
        "home/.gemini/policies/shellgate.toml",
        `[[rule]]\ntoolName = "run_shell_command"\ndecision = "deny"\npriority = 900\n`,
      );
    },
  },
};

/** The session of `agent`, as options of `drive`; none for an agent that is not driven so. */
function options({ name }) {
  const { tool, shell, ...rest } = agents[name] ?? {};
  if (!tool) return undefined;
  const names = Object.keys(commands);
  return {
    ...rest,
    calls: names.map((name) => ({ name: tool, input: { command: commands[name], description: "a test" } })),
    check({ place, told, fake }) {
      assert.ok(!fake.offered().includes(shell), "the agent's own shell is gone");
      assert.equal(told.length, names.length, "the model has a result for each call");
      assert.deepEqual(made(place), ["allowed"]);
      const expected = {
        allowed: /exit 0, after \d+ ms/,
        asked: /not run: it .*no rule allows `\.\/make-asked`/s,
        ruled: /not run: it .*a rule requires/is,
        denied: /not run: it is denied.*The rule `Bash\(touch denied\)` denies/s,
      };
      for (const [at, name] of names.entries()) assert.match(told[at], expected[name]);
    },
  };
}

/** The sessions of `agent` by the server, each with a name and a function that fails. */
export function served(agent, programs) {
  const session = options(agent);
  const run = () => {
    // It ends at once, because its input does.
    const { status } = spawnSync(programs.shellgate, ["mcp"], { input: "" });
    assert.equal(status, 0, "the program has the server: build it with `--features mcp`");
    return drive(agent, programs, { ...session, hooked: false });
  };
  return session ? [{ name: "commands run by the MCP server", run: async () => run() }] : [];
}
