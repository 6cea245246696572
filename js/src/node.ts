// Answers from the disk, for hosts in Node, Deno and Bun: where a path leads, what is there, what a file
// holds, whose implementation a program is, which files a name starts.
//
// Owns the rounds of questions and answers. Facts that a request brings are kept as they are.

import { sep } from "node:path";
import { bareRepository, contents, exists, realPath } from "./disk.js";
import { implementation } from "./implementation.js";
import type { Facts, Gate, Need, Request, Verdict } from "./index.js";
import { program } from "./program.js";
import { repositoryPrograms } from "./repository.js";
import { workTrees } from "./worktrees.js";

/** Rounds of questions and answers about one command; `cd a && cd b` needs one each. */
const ROUNDS = 8;

/**
 * The same gate, with what it needs to know about this machine looked up on disk. Facts that a request brings are kept.
 * On Windows nothing is looked up: what is needed stays in `needs`, and the safe answers hold.
 */
export function onDisk(gate: Pick<Gate, "check">): { check(request: Request | string): Verdict } {
  return {
    check(given) {
      // What is no object is for the gate to refuse, in its own words.
      if (typeof given !== "string" && !isObject(given)) return gate.check(given);
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

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text of a URL that a client sends; null if it is none. */
function canonicalUrl(text: string): string | null {
  return URL.canParse(text) ? new URL(text).href : null;
}

/** Who answers what. */
const ANSWERS = {
  bareRepository,
  contents,
  exists,
  implementation,
  program,
  realPath,
  repositoryPrograms,
  url: canonicalUrl,
  workTrees,
};

/** `facts` with the answers to `needs` that are not there yet. On Windows nothing is looked up. */
export function look(needs: readonly Need[], facts: Facts = {}): Facts {
  const told = {
    bareRepository: { ...facts.bareRepositories },
    contents: { ...facts.contents },
    exists: { ...facts.existing },
    implementation: { ...facts.implementations },
    program: { ...facts.programs },
    realPath: { ...facts.realPaths },
    repositoryPrograms: { ...facts.repositoryPrograms },
    url: { ...facts.urls },
    workTrees: { ...facts.workTrees },
  };
  for (const { kind, path } of needs) {
    // A URL is the same on every system.
    if (sep !== "/" && kind !== "url") continue;
    const known: Record<string, unknown> = told[kind];
    const answer = Object.hasOwn(known, path) ? undefined : ANSWERS[kind](path);
    if (answer !== undefined) known[path] = answer;
  }
  return {
    ...facts,
    bareRepositories: told.bareRepository,
    contents: told.contents,
    existing: told.exists,
    implementations: told.implementation,
    programs: told.program,
    realPaths: told.realPath,
    repositoryPrograms: told.repositoryPrograms,
    urls: told.url,
    workTrees: told.workTrees,
  };
}
