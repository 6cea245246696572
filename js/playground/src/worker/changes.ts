// "What would change this answer": small changes of the policy, each tried before it is shown.
//
// Owns the list of what may be tried. Whether a change helps is never guessed: the core judges again.

import type { JSONPath } from "jsonc-parser";
import { findNodeAtLocation, getNodeValue, parseTree } from "jsonc-parser";
import { edited, type Step } from "../model/policyEdit.ts";
import type { Decision, Verdict } from "../model/verdict.ts";

/** A change of the policy that gives another answer. */
export interface Change {
  /** What is done, in words. */
  says: string;
  /** The rule or setting that is written or taken out. */
  what: string[];
  steps: Step[];
  /** The answer with it. */
  decision: Decision;
}

interface Proposal {
  says: string;
  what: string[];
  steps: Step[];
}

type List = "allow" | "ask" | "deny";
const LISTS: readonly List[] = ["allow", "ask", "deny"];

const listPath = (list: List): JSONPath => ["permissions", list];
const add = (list: List, rule: string): Step => ({ do: "append", path: listPath(list), value: rule });

/**
 * The changes that give another decision than `verdict` has, smallest first and of each decision at most three.
 *
 * @param judge the decision on the same command under other settings; null where these are in error
 */
export function changes(policy: string, verdict: Verdict, cwd: string, judge: (policy: string) => Decision | null): Change[] {
  const found: Change[] = [];
  const seen = new Set<string>();
  for (const proposal of proposals(policy, verdict, cwd)) {
    const text = edited(policy, proposal.steps);
    if (seen.has(text)) continue;
    seen.add(text);
    const decision = judge(text);
    if (decision === null || decision === verdict.decision) continue;
    if (found.filter((change) => change.decision === decision).length >= 3) continue;
    found.push({ ...proposal, decision });
  }
  const order: readonly Decision[] = ["allow", "ask", "deny"];
  return found.sort((a, b) => order.indexOf(a.decision) - order.indexOf(b.decision));
}

/** What may be tried, from the narrowest to the widest. */
function* proposals(policy: string, verdict: Verdict, cwd: string): Generator<Proposal> {
  if (verdict.reason.rule) yield* withoutRule(policy, verdict.reason.rule);
  if (verdict.decision !== "allow") {
    yield* allowing(verdict);
    yield* directories(verdict, cwd);
    yield set("accept edits in the working directories", ["permissions", "defaultMode"], "acceptEdits");
    yield set("let the sandbox be enough", ["sandbox", "autoAllowBashIfSandboxed"], true);
  }
  yield* restricting(verdict);
}

function* allowing(verdict: Verdict): Generator<Proposal> {
  const exact = verdict.commands.filter(({ decision }) => decision !== "allow").map(({ text }) => `Bash(${text})`);
  const suggested = verdict.suggestions;
  for (const rules of [...suggested.map((rule) => [rule]), suggested, ...exact.map((rule) => [rule]), exact]) {
    if (rules.length === 0) continue;
    const says = rules.length === 1 ? "allow it with a rule" : `allow it with ${rules.length} rules`;
    yield { says, what: [...rules], steps: rules.map((rule) => add("allow", rule)) };
  }
  for (const rules of [verdict.commands.flatMap((command) => byPrefix(command.argv))]) {
    if (rules.length > 0) yield { says: "allow every command that begins so", what: rules, steps: rules.map((rule) => add("allow", rule)) };
  }
}

function* directories(verdict: Verdict, cwd: string): Generator<Proposal> {
  const inside = (path: string): boolean => path === cwd || path.startsWith(`${cwd}/`);
  const { reads, writes, deletes } = verdict.effects;
  const outside = [...reads, ...writes, ...deletes].filter((path) => path.startsWith("/") && !inside(path));
  const above = [...new Set(outside.map((path) => path.replace(/\/[^/]*$/, "") || "/"))];
  if (above.length === 0) return;
  const steps = above.map((value): Step => ({ do: "append", path: ["permissions", "additionalDirectories"], value }));
  yield { says: "count the directory among the working directories", what: above, steps };
}

function* restricting(verdict: Verdict): Generator<Proposal> {
  for (const list of ["ask", "deny"] as const) {
    const says = list === "ask" ? "ask about it with a rule" : "deny it with a rule";
    for (const command of verdict.commands) {
      for (const rule of [`Bash(${command.text})`, ...byPrefix(command.argv)]) {
        yield { says, what: [rule], steps: [add(list, rule)] };
      }
    }
  }
}

/** `git push --force` as `Bash(git push:*)`: the program, and what looks like its sub-command. */
function byPrefix(argv: readonly (string | null)[]): string[] {
  const [program, second] = argv;
  if (!program || !/^[\w./+-]+$/.test(program)) return [];
  const sub = second && /^[a-z][a-z-]*$/.test(second) ? ` ${second}` : "";
  return [`Bash(${program}${sub}:*)`];
}

function* withoutRule(policy: string, rule: string): Generator<Proposal> {
  const tree = parseTree(policy);
  for (const list of LISTS) {
    const node = tree && findNodeAtLocation(tree, listPath(list));
    const values: unknown = node && getNodeValue(node);
    const index = Array.isArray(values) ? values.indexOf(rule) : -1;
    if (index < 0) continue;
    const steps: Step[] = [{ do: "remove", path: [...listPath(list), index] }];
    yield { says: `take this rule out of \`${list}\``, what: [rule], steps };
  }
}

function set(says: string, path: JSONPath, value: unknown): Proposal {
  return { says, what: [`${path.join(".")}: ${JSON.stringify(value)}`], steps: [{ do: "set", path, value }] };
}
