// What the core answers, as the page reads it: the shapes of the npm package, under the names used here.

export type Decision = "allow" | "ask" | "deny";
export type Shell = "bash" | "zsh";

/** UTF-16 offsets into the command, the end not included. */
export interface Span {
  start: number;
  end: number;
}

export interface Finding {
  code: string;
  number: number | null;
  outcome: Decision;
  span: Span;
  message: string;
  help: string;
}

export interface Advice {
  code: string;
  audience: "person" | "model";
  span: Span;
  message: string;
  help: string;
}

export type By =
  | { kind: "nothing" | "readOnly" | "acceptEdits" | "noProgram" | "mode" | "sandbox" }
  | { kind: "rule"; rule: string; source: string };

export interface SimpleCommand {
  text: string;
  span: Span;
  argv: (string | null)[];
  assignments: { name: string; value: string | null }[];
  wrappers: string[];
  redirects: { op: string; fd: number | null; target: string | null }[];
  decision: Decision;
  readOnly: boolean;
  by: By;
}

export interface Effects {
  reads: string[];
  writes: string[];
  deletes: string[];
  network: string[];
  executes: string[];
  opaque: boolean;
}

export interface Grants {
  writes: string[];
  replaces: string[];
  removes: string[];
  network: boolean;
}

export interface FileEdit {
  path: string;
  unchanged: boolean;
  diff: string;
  newContent: string;
}

export interface Ui {
  kind: string;
  collapsible: boolean;
  label: string;
  silent: boolean;
  edit: { files: FileEdit[] } | null;
}

export type NeedKind = "bareRepository" | "contents" | "exists" | "realPath" | "repositoryPrograms";

/** A question about the machine that the core cannot answer by itself. */
export interface Need {
  kind: NeedKind;
  path: string;
}

export interface Verdict {
  decision: Decision;
  readOnly: boolean;
  reason: { code: string; message: string; rule: string | null; source: string | null; modelMessage: string };
  findings: Finding[];
  advice: Advice[];
  commands: SimpleCommand[];
  effects: Effects;
  sandbox: Grants | null;
  ui: Ui;
  suggestions: string[];
  background: { eligible: boolean };
  needs: Need[];
}

/** What a host would tell about the machine. */
export interface Facts {
  bareRepository?: boolean;
  bareRepositories?: Record<string, boolean>;
  existing?: Record<string, boolean>;
  realPaths?: Record<string, string>;
  repositoryPrograms?: Record<string, string[]>;
  contents?: Record<string, string | null>;
  noSymbolicLinks?: boolean;
}

export interface PolicyProblem {
  /** From 1. */
  line: number;
  /** In Unicode scalar values, from 1. */
  column: number;
  message: string;
  help: string;
}

/** A part of a command's structure. */
export interface OutlineNode {
  kind: string;
  text: string;
  start: number;
  end: number;
  /** Of a word: whether it is known before running. */
  known?: boolean;
  children: OutlineNode[];
}

/** What a check is for, with the examples that are its tests. */
export interface Story {
  code: string;
  number: number | null;
  message: string;
  help: string;
  text: string;
  examples: { expectation: "fires" | "silent" | "blind"; shell: string; command: string }[];
}
