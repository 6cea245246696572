// What was read of logs, and the tables of a policy over them, as the module writes them.

/** What became of one file. */
export interface Account {
  /** Null: it is no log of a known format. */
  format: string | null;
  lines: number;
  calls: number;
  badLines: number;
  /** The first few lines that could not be read. */
  bad: { line: number; why: string }[];
  lossyLines: number;
  /** Kinds of entries that the reader does not know. */
  unknown: Record<string, number>;
  version: string | null;
}

/** A file with what became of it. */
export interface ReadFile {
  name: string;
  account: Account;
}

/** An answer to a call; `depends_on_disk` where no log can say it. */
export type Answer = "allow" | "ask" | "deny" | "depends_on_disk";

export interface Tables {
  calls: number;
  commands: number;
  leftOut: number;
  summary: {
    decision: Answer;
    plainDisk: string;
    code: string;
    calls: number;
    commands: number;
    sessions: number;
    rejected: number;
  }[];
  programs: { program: string; calls: number; allow: number; ask: number; deny: number; dependsOnDisk: number }[];
  asks: { code: string; programs: string; calls: number; commands: number; example: string | null }[];
  rules: { list: string; rule: string; source: string; decided: number; part: number }[];
  hours: { hour: number; calls: number; ask: number; sessions: number }[];
  suggestions: Suggestion[];
  questions: number;
  left: number;
}

export interface Suggestion {
  rules: string[];
  questions: number;
  commands: number;
  examples: string[];
  /** Whether it allows commands that are not in the log. */
  wider: boolean;
  newlyAllowed: string[];
}

/** What the reader gave up on, in words, the most frequent first. */
export function unreadable(files: readonly ReadFile[]): { count: number; what: string; file: string }[] {
  const rows = files.flatMap(({ name, account }) => {
    const first = account.bad[0];
    const version = account.version === null ? "" : ` (version ${account.version})`;
    return [
      ...(account.format === null
        ? [{ count: Math.max(account.lines, 1), what: unknownFormat(name), file: name }]
        : []),
      ...(first ? [{ count: account.badLines, what: `line ${first.line}: ${first.why}`, file: name }] : []),
      ...(account.lossyLines > 0 ? [{ count: account.lossyLines, what: "lines that are no text", file: name }] : []),
      ...Object.entries(account.unknown).map(([kind, count]) => ({
        count,
        what: `unknown kind of entry: ${kind}${version}`,
        file: name,
      })),
    ];
  });
  return rows.sort((one, other) => other.count - one.count);
}

function unknownFormat(name: string): string {
  return name.endsWith(".parquet")
    ? "Parquet is read by shellgate-audit, not here"
    : "no log of a known format: Claude Code, Codex, SpecStory, JSON lines, CSV, histories of shells";
}

/** A share of a hundred with one digit. */
export const share = (part: number, all: number): string => (all === 0 ? "0" : ((100 * part) / all).toFixed(1));

/** `1 call`, `2 calls`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
