// Written by `shellgate install opencode`. opencode loads this plug-in when it starts, and calls it before it uses a tool.
// What it throws, opencode gives to the model instead of running the tool.
import { spawn } from "node:child_process";

const [shellgate, ...words] = SHELLGATE;
const deadline = 10_000;

/** The keys under which a tool may carry a command. */
const keys = ["command", "commands", "cmd", "script"];

/** What Shellgate answers to `question`; fails when it has no answer in time. */
const ask = (question) =>
  new Promise((resolve, reject) => {
    const hook = spawn(shellgate, words, { stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    const output = { stdout: "", stderr: "" };
    const timer = setTimeout(() => {
      hook.kill("SIGKILL");
      reject(new Error("shellgate: no answer in time, so nothing runs"));
    }, deadline);
    for (const name of ["stdout", "stderr"]) {
      hook[name].setEncoding("utf8");
      hook[name].on("data", (text) => (output[name] += text));
    }
    hook.on("error", (error) => {
      clearTimeout(timer);
      reject(new Error(`shellgate: the hook cannot be started, so nothing runs: ${error.message}`));
    });
    hook.on("close", (code) => {
      clearTimeout(timer);
      if (code !== 0) {
        reject(new Error(output.stderr.trim() || "shellgate: the hook failed, so nothing runs"));
        return;
      }
      try {
        resolve(JSON.parse(output.stdout || "{}"));
      } catch {
        reject(new Error("shellgate: the hook gave no answer, so nothing runs"));
      }
    });
    hook.stdin.on("error", () => {});
    hook.stdin.end(JSON.stringify(question));
  });

export const Shellgate = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const args = output.args ?? {};
    if (!keys.some((key) => args[key] !== undefined)) return;
    const { tool, sessionID, callID } = input;
    const answer = await ask({ tool, sessionID, callID, directory, args });
    if (answer.decision === "deny" || answer.decision === "ask") {
      throw new Error(answer.reason || "Shellgate does not allow it");
    }
    if (typeof answer.command === "string") output.args.command = answer.command;
  },
});
