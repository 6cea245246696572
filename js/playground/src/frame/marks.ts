// How a decision is shown: a sign, a word and a colour, never a colour alone.

import type { Decision } from "../model/verdict.ts";

export const MARKS: Readonly<Record<Decision | "refused", { sign: string; word: string }>> = {
  allow: { sign: "✓", word: "allow" },
  ask: { sign: "?", word: "ask" },
  deny: { sign: "✕", word: "deny" },
  refused: { sign: "!", word: "no" },
};
