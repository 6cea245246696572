// Answers from the disk, for hosts in Node, Deno and Bun: where a path leads, what is there, what a file holds.
//
// Owns the rounds of questions and answers. Facts that a request brings are kept as they are.

import { sep } from "node:path";
import * as disk from "./disk.js";
import type { Facts, Gate, Need, Request, Verdict } from "./index.js";

/** Rounds of questions and answers about one command; `cd a && cd b` needs one each. */
const ROUNDS = 8;

/**
 * The same gate, with what it needs to know about this machine looked up on disk. Facts that a request brings are kept.
 *
 * What settings a repository could make git start programs by (`repositoryPrograms`) is not looked up.
 */
export function onDisk(gate: Pick<Gate, "check">): { check(request: Request | string): Verdict } {
  return {
    check(given) {
      const request: Request = typeof given === "string" ? { command: given } : { ...given };
      let verdict = gate.check(request);
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = JSON.stringify(request.facts ?? {});
        request.facts = look(verdict.needs, request.facts);
        if (JSON.stringify(request.facts) === before) break;
        verdict = gate.check(request);
      }
      return verdict;
    },
  };
}

/** `facts` with the answers to `needs` that are not there yet. */
export function look(needs: readonly Need[], facts: Facts = {}): Facts {
  const { realPaths = {}, existing = {}, contents = {}, bareRepositories = {}, ...rest } = facts;
  const told = {
    realPath: { ...realPaths },
    exists: { ...existing },
    contents: { ...contents },
    bareRepository: { ...bareRepositories },
  };
  for (const { kind, path } of needs) {
    if (kind === "repositoryPrograms" || sep !== "/") continue;
    const known: Record<string, unknown> = told[kind];
    if (Object.hasOwn(known, path)) continue;
    const answer = disk[kind](path);
    if (answer !== undefined) known[path] = answer;
  }
  return {
    ...rest,
    realPaths: told.realPath,
    existing: told.exists,
    contents: told.contents,
    bareRepositories: told.bareRepository,
  };
}
