// The drawing of a verdict: the reason, the command with its findings underlined, what to do.
//
// Owns a plain form of what the program draws. Characters that a terminal obeys are made visible.

import type { Verdict } from "../index.js";

/** The drawing of `verdict` on `command`. */
export function draw({ decision, reason, findings, advice, suggestions }: Verdict, command: string): string {
  const drawn = [`${decision}${reason.code ? `[${reason.code}]` : ""}: ${visible(reason.message)}`];
  const lines = command.split("\n");
  let start = 0;
  for (const line of lines) {
    drawn.push(`  | ${visible(line)}`);
    for (const { span, message, code } of findings) {
      if (span.start < start || span.start > start + line.length) continue;
      const from = visible(line.slice(0, span.start - start)).length;
      const marked = visible(line.slice(span.start - start, Math.max(span.end, span.start + 1) - start)).length;
      drawn.push(`  | ${" ".repeat(from)}${"^".repeat(Math.max(1, marked))} ${visible(message)} [${code}]`);
    }
    start += line.length + 1;
  }
  if (reason.rule != null) drawn.push(`  = rule: ${visible(reason.rule)}${reason.source ? ` (${reason.source})` : ""}`);
  for (const { audience, help } of advice) if (audience === "person") drawn.push(`  = warning: ${visible(help)}`);
  if (decision === "ask")
    for (const rule of suggestions) drawn.push(`  = to allow it: add "${visible(rule)}" to \`permissions.allow\``);
  return drawn.join("\n");
}

/** `text` with what is no printable character as an escape. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}
