// What the core takes and answers: the types of the package, which are generated from the core's, by the names used here.

export type {
  Advice,
  By,
  CommandVerdict as SimpleCommand,
  Decision,
  Effects,
  Facts,
  Finding,
  Mode,
  Need,
  OutlineNode,
  Problem as PolicyProblem,
  Request,
  Shell,
  Span,
  Story,
  Verdict,
} from "../../../src/types.ts";

import type { Problem } from "../../../src/types.ts";

/** What the core found while it read a policy: under one with errors nothing is decided. */
export interface Reading {
  errors: Problem[];
  warnings: Problem[];
}
