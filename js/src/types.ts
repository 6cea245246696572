// Generated from the Rust types of the wire by `SHELLGATE_GENERATE=1 cargo test -p policy-core generated`.

/** Something worth saying about a command that keeps it from nothing. */
export interface Advice {
  /** A stable name, such as `GIT_RESET_HARD`. */
  code: string;
  /** Whom it is for. */
  audience: Audience;
  /** The place. */
  span: Span;
  /** What the command does. */
  message: string;
  /** What to do instead, or before. */
  help: string;
}

/** An assignment in front of a command. */
export interface Assignment {
  /** The variable's name. */
  name: string;
  /** Its value, when known. */
  value: string | null;
}

/** Whom a piece of advice is for: who approves the command, or the model that proposed it. */
export type Audience = "person" | "model";

/** Whether a command may go on in the background. */
export interface Background {
  /** Whether it may. */
  eligible: boolean;
}

/** What vouches for a command, or stands against it. */
export type By =
  | { kind: "nothing" }
  | { kind: "readOnly" }
  | { kind: "acceptEdits" }
  | { kind: "noProgram" }
  | { kind: "rule"; rule: string; source: string }
  | { kind: "sandbox" }
  | { kind: "mode" };

/** What a session puts around a command. */
export interface CommandLineOptions {
  /** The command as it was judged. */
  command: string;
  /** The absolute path of the file that gets the directory in which the command ended. */
  directoryNote?: string;
  /** The absolute path of a script with the session's environment, sourced next. */
  environment?: string;
  /** Where its input comes from: from whoever starts the shell, or from `/dev/null`. */
  input?: Input;
  /** The program that gets the whole as one argument, with its options. */
  prefix?: string;
  /** The shell that reads it; `bash` unless told. */
  shell?: Shell;
  /** The absolute path of a file with aliases and functions, sourced first. */
  snapshot?: string;
  /** Names that are neither an alias nor a function of the snapshot afterwards. */
  unshadowed?: string[];
}

/** What was decided about one simple command. */
export interface CommandVerdict {
  /** Its text. */
  text: string;
  /** Its place. */
  span: Span;
  /** Its arguments after quote removal; null where one is not known before running. */
  argv: (string | null)[];
  /** Its leading assignments. */
  assignments: Assignment[];
  /** The wrappers that were looked through to find the program, outermost first. */
  wrappers: string[];
  /** Its redirects. */
  redirects: Redirect[];
  /** What is decided about the program and its arguments. What stands against its redirects is in `findings`. */
  decision: Decision;
  /** Whether it is proven read-only. */
  readOnly: boolean;
  /** What vouches for it, or stands against it. */
  by: By;
}

/** What is hidden from commands. */
export interface Credentials {
  /** Variables that reach no command. */
  envVars?: HiddenVariable[];
  /** Files that cannot be read. */
  files?: HiddenFile[];
}

/** The three answers: it may run without asking, a person decides, it must not run. */
export type Decision = "allow" | "ask" | "deny";

/** The one value of a switch that can only forbid. */
export type Disable = "disable";

/** A command as an edit: the new content of every file that it changes. */
export interface Edit {
  /** The files in the order in which the command names them. */
  files: FileEdit[];
}

/** What running a command does, from the programs' tables. */
export interface Effects {
  /** Paths read. */
  reads: string[];
  /** Paths created or changed. */
  writes: string[];
  /** Paths removed. */
  deletes: string[];
  /** Hosts contacted. */
  network: string[];
  /** Programs executed. */
  executes: string[];
  /** Whether there may be more that is not known. */
  opaque: boolean;
}

/** What an exit status means. */
export interface ExitMeaning {
  /** In words, such as `no line matched`. */
  means: string;
  /** Whether it is a failure: `grep` that found nothing has done what it was asked to. */
  failure: boolean;
}

/** What must happen with an example: the check reports it, says nothing, or is known not to see it. */
export type Expectation = "fires" | "silent" | "blind";

/** What the core cannot know by itself. A verdict's `needs` say which of it would matter. */
export interface Facts {
  /** The same for other directories, by their path. */
  bareRepositories?: Record<string, boolean>;
  /** Whether git would take the working directory for a bare repository. */
  bareRepository?: boolean;
  /** What stands in a file, by its path; null when it is no readable text. */
  contents?: Record<string, string | null>;
  /** Whether something is there, by its path. */
  existing?: Record<string, boolean>;
  /** Whether no path that is not in `realPaths` leads through a symbolic link. */
  noSymbolicLinks?: boolean;
  /** Where a path leads once every symbolic link in it is followed. */
  realPaths?: Record<string, string>;
  /** Which settings of the repository itself could make git start a program, by the directory. */
  repositoryPrograms?: Record<string, string[]>;
  /** Whether the command runs in a sandbox that is complete, or not at all. */
  sandboxed?: boolean;
}

/** What becomes of one file. */
export interface FileEdit {
  /** The absolute path, as in the request's `facts.contents`. */
  path: string;
  /** Whether the file stays as it is. */
  unchanged: boolean;
  /** The unified diff; empty when the file stays as it is. */
  diff: string;
  /** All of the file afterwards. */
  newContent: string;
}

/** Paths that commands can write and read. */
export interface Filesystem {
  /** Paths inside of `denyRead` that can be read. */
  allowRead?: string[];
  /** Paths that can be written besides what the verdict grants. */
  allowWrite?: string[];
  /** Paths that cannot be read. */
  denyRead?: string[];
  /** Paths that cannot be written, whatever is granted. */
  denyWrite?: string[];
}

/** One thing that keeps the command from being allowed automatically. */
export interface Finding {
  /** The check's name, such as `OUTPUT_REDIRECTION`. */
  code: string;
  /** The check's number; none for a finding that no check reports. */
  number: number | null;
  /** What it asks for. */
  outcome: Decision;
  /** The place. */
  span: Span;
  /** What is wrong. */
  message: string;
  /** What to do. */
  help: string;
}

/** Under which settings a gate decides. */
export interface GateOptions {
  /** The name of `policy` in messages. */
  file?: string;
  /** The mode that replaces the settings' own. */
  mode?: Mode;
  /** Settings, or the text of a settings file. */
  policy?: Settings | string;
  /** The profile that replaces the settings' own. */
  profile?: Profile;
  /** The absolute directory that the path rules of `policy` start from. */
  root?: string;
  /** Several settings instead, the most general first: later ones win for single values, lists add up. */
  sources?: Source[];
}

/** What a sandbox has to let a command change: absolute paths. */
export interface Grants {
  /** Files that are written where they are, or created, and directories in which anything may be changed. */
  writes: string[];
  /** Files that something else takes the place of: their directory must be writable. */
  replaces: string[];
  /** What is removed, whose directory must be writable. */
  removes: string[];
  /** Whether it connects. */
  network: boolean;
}

/** A file that cannot be read. */
export interface HiddenFile {
  /** Its path. */
  path: string;
  /** How it is hidden. */
  mode?: HiddenMode;
}

/** How something is hidden; what shall be masked is hidden too. */
export type HiddenMode = "deny" | "mask";

/** A variable that reaches no command. */
export interface HiddenVariable {
  /** Its name. */
  name: string;
  /** How it is hidden. */
  mode?: HiddenMode;
}

/** One hint, as it was written. */
export interface Hint {
  /** The version of the protocol, such as `1`. */
  v: string;
  /** What kind of hint it is, such as `plugin`. */
  type: string;
  /** What it is about, such as `name@marketplace`. */
  value: string;
}

/** Where a command's standard input comes from. */
export type Input = "inherited" | "null";

/** How much may happen without a person. */
export type Mode =
  /** Rules and proof decide; the rest asks. */
  | "default"
  /** As `default`, and file changes inside the working directories are allowed. */
  | "acceptEdits"
  /** Nothing runs that is not proven read-only. */
  | "plan"
  /** As `default`, but what would ask is denied: nobody can be asked. */
  | "dontAsk"
  /** What would ask is allowed; deny and ask rules still hold. */
  | "bypassPermissions";

/** A fact that could change the verdict and was not given. */
export type Need =
  | { kind: "bareRepository"; path: string }
  | { kind: "contents"; path: string }
  | { kind: "exists"; path: string }
  | { kind: "realPath"; path: string }
  | { kind: "repositoryPrograms"; path: string };

/** Hosts and sockets that commands can reach. */
export interface Network {
  /** Whether every socket file can be connected to; false unless told. */
  allowAllUnixSockets?: boolean;
  /** Whether the programs of one command can talk to each other over a loopback of its own; false unless told. */
  allowLocalBinding?: boolean;
  /** Socket files that can be connected to. */
  allowUnixSockets?: string[];
  /** Hosts that can be reached, such as `github.com`, `*.npmjs.org`, `db.example.com:5432`. */
  allowedDomains?: string[];
  /** Hosts that cannot be reached; asked before `allowedDomains`. */
  deniedDomains?: string[];
}

/** One node: what it is, where it stands, and what stands in it. */
export interface OutlineNode {
  /** What it is: `script`, `command`, `word`, `singleQuoted`, `redirect`, … */
  kind: string;
  /** Its text. */
  text: string;
  /** Where it begins. */
  start: number;
  /** Where it ends. */
  end: number;
  /** What stands in it, in the order of the text. */
  children: OutlineNode[];
  /** For a word: whether it is known before running. */
  known?: boolean;
}

/** What may run: deny comes before ask, ask before allow, and a deny in any file wins. */
export interface Permissions {
  /** Directories, besides the working directory, in which commands may read and write. */
  additionalDirectories?: string[];
  /** What runs without asking. */
  allow?: Rule[];
  /** What a person decides about. */
  ask?: Rule[];
  /** How much may happen without a person. */
  defaultMode?: Mode;
  /** What never runs. */
  deny?: Rule[];
  /** `disable` forbids the mode `bypassPermissions`, whatever asks for it. */
  disableBypassPermissionsMode?: Disable;
}

/** An output as it is shown. */
export interface Preview {
  /** The text: all of it, or its beginning and its end around a line that says what is shown of what. */
  text: string;
  /** Whether the text is all of it. */
  complete: boolean;
  /** The hints that were in it. Whoever wrote the output wrote them. */
  hints: Hint[];
  /** The `data:` address of the image that the whole output is. */
  image: string | null;
}

/** What is wrong, where, and what to do. */
export interface Problem {
  /** What is wrong. */
  message: string;
  /** What to do. */
  help: string;
  /** The line, from 1. */
  line: number;
  /** The column in characters, from 1. */
  column: number;
  /** The name of the settings that it is about. */
  file?: string;
}

/** How strict the engine is. */
export type Profile =
  /** Runs what is proven to only read, what a rule allows, what the mode accepts. */
  | "standard"
  /** Runs only what a rule allows. */
  | "claurst"
  /** Runs only what a rule allows, and denies dangerous forms whatever the rules say. */
  | "jazz";

/** Why the decision is what it is. */
export interface Reason {
  /** A stable name, such as `READ_ONLY` or `DENY_RULE`. */
  code: string;
  /** One sentence for the person. */
  message: string;
  /** The rule that decided, as written. */
  rule: string | null;
  /** Where that rule stands: `file:line:column`. */
  source: string | null;
  /** One or two sentences for the model, about this call only. */
  modelMessage: string;
}

/** A redirect of a command. */
export interface Redirect {
  /** The operator. */
  op: string;
  /** The descriptor in front of it. */
  fd: number | null;
  /** The target after quote removal, when known. */
  target: string | null;
}

/** One command to decide about. Only `command` is required; what is absent is unknown. */
export interface Request {
  /** The command, exactly as the shell would get it. */
  command: string;
  /** The absolute directory in which it would run. */
  cwd?: string;
  /** What the host knows. */
  facts?: Facts;
  /** The user's home directory. */
  home?: string;
  /** Any JSON value; the answer repeats it. */
  id?: unknown;
  /** The mode that replaces the settings' own. */
  mode?: Mode;
  /** Settings that replace the loaded ones. */
  policy?: Settings;
  /** The shell that would read it; `bash` unless told. */
  shell?: Shell;
  /** The tool that the agent named; `Bash` unless told. */
  tool?: string;
}

/**
 * A rule: `Tool`, `Tool(exact)`, `Tool(prefix:*)`, such as `Bash(npm run test:*)`, `Bash(git * --stat)`,
 * `WebFetch(domain:docs.rs)`, `Read(./.env)`, `Edit(//etc/**)`.
 */
export type Rule = string;

/** What is wrong with the text of a rule. */
export interface RuleProblem {
  /** What is wrong. */
  message: string;
  /** What was meant, or what to do. */
  help: string;
  /** The place in the rule. */
  span: Span;
}

/** What a command can reach while it runs. */
export interface SandboxSettings {
  /** Whether a command may run outside of the sandbox at all; true unless told. */
  allowUnsandboxedCommands?: boolean;
  /** Whether a command that asks for nothing but its sandbox runs without asking; false unless told. */
  autoAllowBashIfSandboxed?: boolean;
  /** What is hidden from commands. */
  credentials?: Credentials;
  /** Whether commands run in a sandbox; true unless told. */
  enabled?: boolean;
  /** Commands that run outside of the sandbox, such as `docker:*`. */
  excludedCommands?: string[];
  /** Whether a command is refused when not all that it needs can be enforced; false unless told. */
  failIfUnavailable?: boolean;
  /** Paths that commands can write and read. */
  filesystem?: Filesystem;
  /** Hosts and sockets that commands can reach. */
  network?: Network;
  /** Variables that are passed on to commands: names, or beginnings of names with `*` behind. */
  passEnvironment?: string[];
}

/** Settings of Shellgate, a part of those of Claude Code: what may run, what asks, what is denied, and the sandbox. */
export interface Settings {
  /** The schema that an editor completes from. */
  "$schema"?: string;
  /** `disable` forbids the mode `bypassPermissions`, whatever asks for it. */
  disableBypassPermissionsMode?: Disable;
  /**
   * Which build of the core decides: `linked`, the host's own; `wasm`, the module that the host carries; or
   * `wasm:FILE`, the module in that file, which only the user's own settings can name.
   */
  engine?: string;
  /** The SHA-256 of the module, if no other one may decide. */
  engineSha256?: string;
  /** Variables that every command gets. */
  env?: Record<string, string>;
  /** What may run. */
  permissions?: Permissions;
  /** How strict the engine is. */
  profile?: Profile;
  /** What a command can reach while it runs. */
  sandbox?: SandboxSettings;
}

/** The shell that reads a command. */
export type Shell = "bash" | "zsh";

/** One settings file. */
export interface Source {
  /** Its text. */
  text: string;
  /** Its name in messages. */
  name?: string;
  /** The absolute directory that its path rules start from. */
  root?: string;
}

/**
 * A place in the command: from `start` up to, not including, `end`. In the npm package both count UTF-16 code
 * units, on the command line UTF-8 bytes.
 */
export interface Span {
  /** The first one. */
  start: number;
  /** The one after the last. */
  end: number;
}

/** What one code means. */
export interface Story {
  /** A stable name, such as `OUTPUT_REDIRECTION`. */
  code: string;
  /** What carries the code. */
  kind: StoryKind;
  /** The check's number; none for a code of another kind. */
  number: number | null;
  /** What is wrong, or why it was decided so, in one line. */
  message: string;
  /** What to do. */
  help: string;
  /** The story with its examples, as Markdown. */
  text: string;
  /** The examples, each of which is a test. */
  examples: StoryExample[];
}

/** A command, and what must happen with it. */
export interface StoryExample {
  expectation: Expectation;
  shell: Shell;
  /** The command. */
  command: string;
}

/** What in a verdict carries a code. */
export type StoryKind =
  /** A finding of a check. */
  | "check"
  /** A finding that no check reports. */
  | "notice"
  /** A reason of the judge. */
  | "ground"
  /** A form of commands that a profile forbids; its name follows the profile's in `reason.rule`. */
  | "form"
  /** A piece of advice, which changes no decision. */
  | "remark";

/** How a command is shown to a person. */
export interface Ui {
  /** What it mainly does. */
  kind: UiKind;
  /** Whether its output may be folded away: it only looks. */
  collapsible: boolean;
  /** A few words. */
  label: string;
  /** Whether success prints nothing. */
  silent: boolean;
  /** The change of files that the whole command is, told exactly; null for every other command. */
  edit: Edit | null;
}

/** What a command mainly does. */
export type UiKind = "search" | "read" | "list" | "edit" | "silent" | "other";

/** The answer to one request. */
export interface Verdict {
  /** The answer. */
  decision: Decision;
  /** Proven: no write, no network, nothing executed but the named programs. */
  readOnly: boolean;
  /** Why. */
  reason: Reason;
  /** What the checks found, in source order. */
  findings: Finding[];
  /** What to look at twice, and what there is a better way for. It changes no decision. */
  advice: Advice[];
  /** Every simple command in source order. */
  commands: CommandVerdict[];
  /** What running it does, as far as is known. */
  effects: Effects;
  /** What its sandbox has to grant; null when that cannot be told. */
  sandbox: Grants | null;
  /** How to show it. */
  ui: Ui;
  /** The narrowest rules that together would allow it; empty when no rule would. */
  suggestions: string[];
  /** Whether the settings (`sandbox.excludedCommands`) let the whole run outside of the sandbox, once it may run. */
  excludedFromSandbox: boolean;
  /** Whether it may go on in the background. */
  background: Background;
  /** The facts that could change this answer and were not given. */
  needs: Need[];
  /** The request's `id`, repeated. */
  id?: unknown;
}
