// The selected command and its verdict as Markdown, for an issue.

import type { Context } from "./context.ts";
import type { Verdict } from "./verdict.ts";

/** A fence that no run of back-ticks inside `text` can end. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}\n`;
}

/** What happened, where, with which policy and version: all that a reader needs to see the same. */
export function asMarkdown(
  policy: string,
  command: string,
  context: Context,
  verdict: Verdict,
  version: string,
): string {
  const { reason } = verdict;
  const findings = verdict.findings.map((finding) => {
    const place = command.slice(finding.span.start, finding.span.end);
    return `- ${finding.code} (${finding.outcome}) at ${finding.span.start}–${finding.span.end}, ${JSON.stringify(place)}: ${finding.message}\n`;
  });
  const where = [
    `shell ${context.shell}`,
    ...(context.cwd ? [`in \`${context.cwd}\``] : []),
    ...(context.mode ? [`mode ${context.mode}`] : []),
  ];
  const rule = reason.rule ? `Rule: \`${reason.rule}\`${reason.source ? ` (${reason.source})` : ""}\n\n` : "";
  return [
    fenced("sh", command),
    `\n**${verdict.decision}**${verdict.readOnly ? ", only reads" : ""}: ${reason.message} (${reason.code}); ${where.join(", ")}\n\n`,
    rule,
    ...(findings.length > 0 ? [...findings, "\n"] : []),
    "<details><summary>policy</summary>\n\n",
    fenced("jsonc", policy),
    `\n</details>\n\nshellgate ${version}\n`,
  ].join("");
}
