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
