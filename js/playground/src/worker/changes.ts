// "What would change this answer": small changes of the policy, each tried before it is shown.
//
// Owns the list of what may be tried. Whether a change helps is never guessed: the core judges again.

import { findNodeAtLocation, getNodeValue, parseTree, type JSONPath } from "jsonc-parser";
import { edited, told, type Step } from "../model/policyEdit.ts";
import { programIndex } from "../model/program.ts";
import type { Decision, SimpleCommand, Verdict } from "../model/verdict.ts";

/** Steps that may be tried, and what they do in words. */
interface Proposal {
  says: string;
  steps: Step[];
}

/** A change of the policy that gives another answer. */
export interface Change extends Proposal {
  /** The answer with it. */
  decision: Decision;
}

type List = "allow" | "ask" | "deny";
const LISTS: readonly List[] = ["allow", "ask", "deny"];

const listPath = (list: List): JSONPath => ["permissions", list];
const add = (list: List, rule: string): Step => ({ do: "append", path: listPath(list), value: rule });

/**
 * The changes that give another decision than `verdict` has, smallest first: at most three that allow, two that ask or deny.
 *
 * @param judge the decision on the same command under other settings; null where these are in error
 */
export function changes(
  policy: string,
  verdict: Verdict,
  cwd: string,
  judge: (policy: string) => Decision | null,
): Change[] {
  const found: Change[] = [];
  const seen = new Set<string>();
  for (const proposal of proposals(policy, verdict, cwd)) {
    // What is more than a change that is enough already is no smaller one.
    if (found.some((smaller) => includes(proposal.steps, smaller.steps))) continue;
    const text = edited(policy, proposal.steps);
    if (seen.has(text)) continue;
    seen.add(text);
    const decision = judge(text);
    if (decision === null || decision === verdict.decision) continue;
    if (found.filter((change) => change.decision === decision).length >= (decision === "allow" ? 3 : 2)) continue;
    found.push({ ...proposal, decision });
  }
  const order: readonly Decision[] = ["allow", "ask", "deny"];
  return found.sort((a, b) => order.indexOf(a.decision) - order.indexOf(b.decision));
}

function includes(steps: readonly Step[], some: readonly Step[]): boolean {
  const lines = steps.map(told);
  return some.every((step) => lines.includes(told(step)));
}

/** What may be tried, from the narrowest to the widest. */
function* proposals(policy: string, verdict: Verdict, cwd: string): Generator<Proposal> {
  const without = verdict.reason.rule ? [...withoutRule(policy, verdict.reason.rule)] : [];
  yield* without;
  if (verdict.decision !== "allow") {
    yield* allowing(verdict);
    for (const first of without) yield* both(first, allowing(verdict));
    yield* directories(verdict, cwd);
    yield set("accept edits in the working directories", ["permissions", "defaultMode"], "acceptEdits");
    yield set("let the sandbox be enough", ["sandbox", "autoAllowBashIfSandboxed"], true);
  }
  yield* restricting(verdict);
}

/** One step and then others: where a rule is in the way of another. */
function* both(first: Proposal, others: Iterable<Proposal>): Generator<Proposal> {
  for (const { says, steps } of others) {
    yield { says: `${first.says}, and ${says}`, steps: [...first.steps, ...steps] };
  }
}

function* allowing(verdict: Verdict): Generator<Proposal> {
  const exact = verdict.commands.filter(({ decision }) => decision !== "allow").map(({ text }) => `Bash(${text})`);
  const suggested = verdict.suggestions;
  for (const rules of [...suggested.map((rule) => [rule]), suggested, ...exact.map((rule) => [rule]), exact]) {
    if (rules.length === 0) continue;
    const says = rules.length === 1 ? "allow it with a rule" : `allow it with ${rules.length} rules`;
    yield { says, steps: rules.map((rule) => add("allow", rule)) };
  }
  const wide = verdict.commands.flatMap((command) => byPrefix(verdict, command));
  yield { says: "allow every command that begins so", steps: wide.map((rule) => add("allow", rule)) };
}

function* directories(verdict: Verdict, cwd: string): Generator<Proposal> {
  const inside = (path: string): boolean => path === cwd || path.startsWith(`${cwd}/`);
  const { reads, writes, deletes } = verdict.effects;
  const outside = [...reads, ...writes, ...deletes].filter((path) => path.startsWith("/") && !inside(path));
  const above = [...new Set(outside.map((path) => path.replace(/\/[^/]*$/, "") || "/"))];
  if (above.length === 0) return;
  const steps = above.map((value): Step => ({ do: "append", path: ["permissions", "additionalDirectories"], value }));
  yield { says: "count the directory among the working directories", steps };
}

function* restricting(verdict: Verdict): Generator<Proposal> {
  for (const list of ["ask", "deny"] as const) {
    const says = list === "ask" ? "ask about it with a rule" : "deny it with a rule";
    for (const command of verdict.commands) {
      for (const rule of [`Bash(${command.text})`, ...byPrefix(verdict, command)]) {
        yield { says, steps: [add(list, rule)] };
      }
    }
  }
}

/** `timeout 5 git push --force` as `Bash(git push:*)`: the program after its wrappers, and what looks like its sub-command. */
function byPrefix(verdict: Verdict, command: SimpleCommand): string[] {
  const at = programIndex(command, verdict.effects.executes);
  const [program, second] = at < 0 ? [] : command.argv.slice(at);
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
    const steps: Step[] = [{ do: "remove", path: [...listPath(list), index], value: rule }];
    yield { says: `take a rule out of \`${list}\``, steps };
  }
}

function set(says: string, path: JSONPath, value: unknown): Proposal {
  return { says, steps: [{ do: "set", path, value }] };
}
