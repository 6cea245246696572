// The selected command as lines for a shell, which ask the same question of the installed program.

import { requestFor, USUAL, type Context } from "./context.ts";
import { special } from "./facts.ts";
import type { Facts } from "./verdict.ts";

/** A word as every POSIX shell reads it back unchanged. */
export function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Lines that write the policy to `policy.json` and have the command judged with it.
 *
 * `check` looks at its own machine, so that the made-up directory of the page is left out. Where answers about another one were given, the request goes in as JSON with them.
 */
export function asCommandLine(policy: string, command: string, context: Context, facts: Facts): string {
  const writes = `cat > policy.json ${hereDocument(policy)}`;
  if (Object.keys(special(facts)).length > 0) {
    const request = JSON.stringify(requestFor(command, context, facts));
    return `${writes}printf '%s\\n' ${quoted(request)} | shellgate check --jsonl --policy policy.json\n`;
  }
  const options = [
    ...(context.cwd && context.cwd !== USUAL.cwd ? ["--cwd", context.cwd] : []),
    ...(context.tool && context.tool !== "Bash" ? ["--tool", context.tool] : []),
    ...(context.mode ? ["--mode", context.mode] : []),
    "--shell",
    context.shell,
  ];
  const words = ["shellgate", "check", "--policy", "policy.json", ...options, "--json", "--", command];
  return `${writes}${words.map(quoted).join(" ")}\n`;
}

/** A here-document with exactly `text` and one end of line, under a word that no line of it is. */
function hereDocument(text: string): string {
  const lines = text.split("\n");
  let end = "POLICY";
  while (lines.includes(end)) end += "_";
  return `<<'${end}'\n${text.endsWith("\n") || text === "" ? text : `${text}\n`}${end}\n`;
}
