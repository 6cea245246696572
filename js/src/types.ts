// Generated from the Rust types of the wire by `SHELLGATE_GENERATE=1 cargo test -p policy-core generated`.

/** A warning about a command, or a better way to do the same. It changes no decision. */
export interface Advice {
  /** A stable name, such as `GIT_RESET_HARD`. */
  code: string;
  /** The reader that it addresses. */
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

/** The reader of a piece of advice: the person who approves the command, or the model that proposed it. */
export type Audience = "person" | "model";

/** Whose a settings file is. */
export type Authority =
  /** The user's own, or one that the user named: every key counts. */
  | "user"
  /** A project's: it can make the policy stricter, and loosen little. */
  | "project";

/** Whether a command may continue in the background. */
export interface Background {
  /** Whether it may continue in the background. */
  eligible: boolean;
}

/** What vouches for a command, or objects to it. */
export type By =
  | { kind: "nothing" }
  | { kind: "readOnly" }
  | { kind: "selfDescription" }
  | { kind: "readsService" }
  | { kind: "documentation" }
  | { kind: "acceptEdits" }
  | { kind: "noProgram" }
  | { kind: "rule"; rule: string; source: string }
  | { kind: "sandbox" }
  | { kind: "mode" };

/** A program or a server on this machine that may allow some of the commands that ask. */
export interface Classifier {
  /**
   * The codes of the reasons that it may answer, such as `NO_RULE`. It never answers `ASK_RULE`, `RULE_MAY_MATCH`,
   * `CRITICAL_REMOVAL`, `HOOK` and `HOOK_FAILED`.
   */
  asks?: string[];
  /** The program and its arguments. It reads the question as JSON on its standard input. */
  command?: string[];
  /** The time limit in seconds. Default: 10. */
  timeout?: number;
  /** An address on the loopback interface, such as `http://127.0.0.1:8080/judge`, to which the question is posted. */
  url?: string;
}

/** The text that a session puts around a command. */
export interface CommandLineOptions {
  /** The command as it was judged. */
  command: string;
  /** The absolute path of a file to which the shell writes the last working directory of the command. */
  directoryNote?: string;
  /** The absolute path of a script with the session's environment, which the shell sources after the snapshot. */
  environment?: string;
  /** The standard input of the command: that of the process that starts the shell, or `/dev/null`. */
  input?: Input;
  /** A program with its options, which gets the whole command line as one argument. */
  prefix?: string;
  /** The shell that reads it. Default: `bash`. */
  shell?: Shell;
  /** The absolute path of a file with aliases and functions, which the shell sources first. */
  snapshot?: string;
  /** Names whose aliases and functions in the snapshot are removed. */
  unshadowed?: string[];
}

/** The decision about one simple command. */
export interface CommandVerdict {
  /** Its text. */
  text: string;
  /** Its place. */
  span: Span;
  /** Its arguments after quote removal; null for an argument that is known only at run time. */
  argv: (string | null)[];
  /** Its leading assignments. */
  assignments: Assignment[];
  /** The wrappers around the program, outermost first. */
  wrappers: string[];
  /** Its redirects. */
  redirects: Redirect[];
  /** The decision about the program and its arguments. Objections to its redirects are in `findings`. */
  decision: Decision;
  /** Whether it is proven read-only. */
  readOnly: boolean;
  /** What vouches for it, or objects to it. */
  by: By;
}

/** Variables and files that are hidden from commands. */
export interface Credentials {
  /** Variables that reach no command. */
  envVars?: HiddenVariable[];
  /** Files that cannot be read. */
  files?: HiddenFile[];
}

/** The three decisions: the command may run, a person decides, or it must not run. */
export type Decision = "allow" | "ask" | "deny";

/** The one value of a switch that can only forbid. */
export type Disable = "disable";

/** A command as an edit: the new content of every file that it changes. */
export interface Edit {
  /** The files in the order in which the command names them. */
  files: FileEdit[];
}

/** The effects of running a command, from the tables of the programs. */
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
  /** Whether there may be further, unknown effects. */
  opaque: boolean;
}

/** What an exit status means. */
export interface ExitMeaning {
  /** In words, such as `no line matched`. */
  means: string;
  /** Whether it is a failure. A `grep` without a match is none. */
  failure: boolean;
}

/** What must happen with an example: the check reports it, stays silent, or is known to miss it. */
export type Expectation = "fires" | "silent" | "blind";

/** The decision that a test expects. */
export type ExpectedDecision = "allow" | "ask" | "deny";

/** Facts about the machine, which the core cannot look up. The `needs` of a verdict list the missing facts that matter. */
export interface Facts {
  /** By the path of another directory: whether git would take it for a bare repository. */
  bareRepositories?: Record<string, boolean>;
  /** Whether git would take the working directory for a bare repository. */
  bareRepository?: boolean;
  /** Whether the URL, the query or the command holds a secret that the host knows, such as the value of a variable. Default: false. */
  carriesSecret?: boolean;
  /** By path: the text of the file; null if it is not a readable UTF-8 text file. */
  contents?: Record<string, string | null>;
  /** Whether the host removes secrets from the environment before it runs the command. Default: false. */
  environmentCleaned?: boolean;
  /** By path: whether it exists. A dangling symbolic link exists. */
  existing?: Record<string, boolean>;
  /** By the name or the path of a program, as a need names it: whose implementation it is. */
  implementations?: Record<string, System>;
  /** Whether every path that is not in `realPaths` is free of symbolic links. Default: false. */
  noSymbolicLinks?: boolean;
  /**
   * By the name of a program, as a need names it: every file that starts when a shell looks the name up in `PATH`, in
   * pairs of the path at which it is found and the path to which that leads; after the program the interpreter of a
   * script. Empty where nothing is found, or where anybody but root and the user can change one of them.
   */
  programs?: Record<string, string[]>;
  /** By path: the path after every symbolic link in it is followed. */
  realPaths?: Record<string, string>;
  /**
   * By directory: the settings of the repository around it that could make git start a program. An absent directory
   * counts as harmless.
   */
  repositoryPrograms?: Record<string, string[]>;
  /** Whether the host runs the command only in a complete sandbox. Default: false. */
  sandboxed?: boolean;
  /** Names of programs in whose place the shell would find the shim of a version manager. Default: none. */
  shims?: string[];
  /**
   * Whose implementation the programs of this system are, unless `implementations` has another answer. Default: unknown,
   * so that only what holds for every implementation is allowed.
   */
  system?: System;
  /** By a URL, as a need names it: its canonical text (`new URL(text).href`); null if it is no URL. */
  urls?: Record<string, string | null>;
  /**
   * By the path of the working directory: the work trees of the repository around it, as absolute paths without symbolic
   * links. Commands may read in them.
   */
  workTrees?: Record<string, string[]>;
}

/** The change of one file. */
export interface FileEdit {
  /** The absolute path, as in the request's `facts.contents`. */
  path: string;
  /** Whether the file does not change. */
  unchanged: boolean;
  /** The unified diff; empty if the file does not change. */
  diff: string;
  /** The whole new content of the file. */
  newContent: string;
}

/** Paths that commands can write and read. */
export interface Filesystem {
  /** Paths inside of `denyRead` that commands can read. */
  allowRead?: string[];
  /** Paths that commands can write, in addition to the grants of the verdict. */
  allowWrite?: string[];
  /** Paths that commands cannot read. */
  denyRead?: string[];
  /** Paths that commands cannot write, even if the verdict grants them. */
  denyWrite?: string[];
}

/** One reason why the command is not allowed automatically. */
export interface Finding {
  /** The check's name, such as `OUTPUT_REDIRECTION`. */
  code: string;
  /** The check's number; none if a notice reports the finding. */
  number: number | null;
  /** The decision that this finding requires. */
  outcome: Decision;
  /** The place. */
  span: Span;
  /** What is wrong. */
  message: string;
  /** What to do. */
  help: string;
}

/** The settings of a gate. Give `policy` or `sources`, not both. */
export interface GateOptions {
  /** The name of `policy` in messages. */
  file?: string;
  /** The mode that replaces the mode of the settings. */
  mode?: Mode;
  /** Settings, or the text of a settings file. */
  policy?: Settings | string;
  /** The profile that replaces the profile of the settings. */
  profile?: Profile;
  /** The absolute directory to which relative path rules of `policy` refer. */
  root?: string;
  /** Several settings files, the most general first: a later single value wins, lists add up. */
  sources?: Source[];
}

/** What a sandbox must let a command change: absolute paths. */
export interface Grants {
  /** Files that are created or written in place, and directories in which everything may change. */
  writes: string[];
  /** Files that are replaced by another file: their directory must be writable. */
  replaces: string[];
  /** Paths that are removed: their directory must be writable. */
  removes: string[];
  /** Whether the command connects. */
  network: boolean;
  /** The hosts that it reaches although the settings do not name them. */
  hosts: string[];
  /** The socket files of daemons that it reaches although the settings do not name them. */
  sockets: string[];
}

/** A file that cannot be read. */
export interface HiddenFile {
  /** Its path. */
  path: string;
  /** How it is hidden. */
  mode?: HiddenMode;
}

/** How a variable or a file is hidden. `mask` hides it like `deny`. */
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

/** One hook. */
export interface Hook {
  /** The arguments of the program, which then starts without a shell. */
  args?: string[];
  /** A command line for a POSIX shell, or a program if there are `args`. */
  command?: string;
  /** A rule, such as `Bash(git *)`: the hook is asked about commands that it matches or may match. */
  if?: string;
  /** `block`: a failure denies, whatever `hookFailures` says. */
  onFailure?: string;
  /** The time limit in seconds. Default: 600. */
  timeout?: number;
  /** `command`; hooks of other types are those of other programs. */
  type?: string;
}

/** The answer of a hook's process. */
export interface HookAnswer {
  /** For standard output, written at once, with a line break after it; empty if nothing is to be written. */
  stdout: string;
  /** For standard error. */
  stderr: string;
  /** The exit code. */
  exitCode: number;
}

/** The call of an agent's hook. */
export interface HookCall {
  /** Why it cannot be judged; the call has to be blocked. Null if it can. */
  problem: string | null;
  /** The agent, such as `claude`; null if it is not known. */
  agent: string | null;
  /** Whether the agent is going to ask a person, and lets the hook answer first. */
  permissionRequest: boolean;
  /** The agent's name of the tool. */
  tool: string;
  /** Whether the tool is the agent's shell. Another tool with a command can be denied or asked about, never allowed. */
  shell: boolean;
  /** Whether the tool is one of the agent's that asks something outside of the machine. It can be allowed, too. */
  web: boolean;
  /**
   * The name of its shell in rules: `Bash` or `PowerShell`. It is the `tool` of the request for each of its commands; deny
   * rules about `Bash` count for `PowerShell` as well. Of a web tool it is `WebFetch` or `WebSearch`, and each of the
   * commands is the `url` or the `query` of the request.
   */
  toolInRules: string;
  /** The commands to judge; the strictest decision counts. If there are none, there is nothing to say. */
  commands: HookCommand[];
  /** The directory in which to judge them; null if the call names none. */
  cwd: string | null;
  /** The mode, as in the settings, or `auto`; null if the settings decide. */
  mode: string | null;
  /** The agent's name of the session. */
  session: string | null;
  /** The agent's record of the session, a file. Codex's says whom it asks: send its end as `record`. */
  transcript: string | null;
  /** Whether the answer can change the command. */
  rewrites: boolean;
}

/** One command of a call. */
export interface HookCommand {
  /** The text to judge. */
  command: string;
  /** Whether it starts a program that runs what is typed into it, and the agent can type: it has to be denied. */
  interactive: boolean;
}

/** What follows when a hook fails. */
export type HookFailures =
  /** The command does not run. */
  | "deny"
  /** A person decides. */
  | "ask"
  /** Nothing, as if the hook had no opinion. */
  | "allow";

/** Hooks for some tools. */
export interface HookGroup {
  /** The hooks. */
  hooks?: Hook[];
  /** The names of the tools, such as `Bash` or `Bash|Edit`, or a regular expression. Default: every tool. */
  matcher?: string;
}

/** What was decided about one command. */
export interface HookRuling {
  /** The decision; null or absent leaves it to the agent. */
  decision?: Decision;
  /** What the person should know besides. */
  note?: string;
  /** Why: `reason.message` of the verdict, or `reason.modelMessage` of a denial. */
  reason?: string;
}

/** Programs around every command. Other events than these two are those of other programs. */
export interface Hooks {
  /** After a command has run, or went on in the background. */
  PostToolUse?: HookGroup[];
  /** Before a command runs. */
  PreToolUse?: HookGroup[];
}

/** Where a command's standard input comes from. */
export type Input = "inherited" | "null";

/** How much may run without a person. */
export type Mode =
  /** Rules and proofs decide; every other command asks. */
  | "default"
  /** Like `default`, and file changes inside the working directories are allowed. */
  | "acceptEdits"
  /** Only commands that are proven read-only run. */
  | "plan"
  /** Like `default`, but a command that would ask is denied, because nobody can be asked. */
  | "dontAsk"
  /** A command that would ask is allowed; deny rules, ask rules and critical removals still apply. */
  | "bypassPermissions";

/** A missing fact that could change the verdict. */
export type Need =
  | { kind: "bareRepository"; path: string }
  | { kind: "contents"; path: string }
  | { kind: "exists"; path: string }
  | { kind: "implementation"; path: string }
  | { kind: "program"; path: string }
  | { kind: "realPath"; path: string }
  | { kind: "repositoryPrograms"; path: string }
  | { kind: "url"; path: string }
  | { kind: "workTrees"; path: string };

/** Hosts and sockets that commands can reach. */
export interface Network {
  /** Whether commands can connect to every socket file. Default: false. */
  allowAllUnixSockets?: boolean;
  /** Whether the programs of one command can talk to each other over a private loopback interface. Default: false. */
  allowLocalBinding?: boolean;
  /** Paths of socket files that commands can connect to. */
  allowUnixSockets?: string[];
  /** Hosts that commands can reach, such as `github.com`, `*.npmjs.org`, `db.example.com:5432`. */
  allowedDomains?: string[];
  /** Hosts that commands cannot reach. This list comes before `allowedDomains`. */
  deniedDomains?: string[];
}

/** One node: what it is, where it is, and the content of it. */
export interface OutlineNode {
  /** What it is: `script`, `command`, `word`, `singleQuoted`, `redirect`, … */
  kind: string;
  /** Its text. */
  text: string;
  /** Where it begins. */
  start: number;
  /** Where it ends. */
  end: number;
  /** The content of it, in the order of the text. */
  children: OutlineNode[];
  /** For a word: whether it is known before the run. */
  known?: boolean;
}

/**
 * The permission rules and the mode. Deny rules come before ask rules, ask rules before allow rules, and a deny rule in
 * any file wins.
 */
export interface Permissions {
  /** Directories, besides the working directory, in which commands may read and write. */
  additionalDirectories?: string[];
  /** Rules for calls that run without a question. */
  allow?: Rule[];
  /** Rules for calls that a person decides about. */
  ask?: Rule[];
  /**
   * Whether a command asks that reads a file whose name says that it holds secrets (`.env`, private keys, logins), or
   * that prints the environment. `Read(…)` in `allow` excepts single files. Default: true.
   */
  askForSecrets?: boolean;
  /** How much may run without a person. Default: `default`. */
  defaultMode?: Mode;
  /** Rules for calls that never run. */
  deny?: Rule[];
  /** `disable` forbids the mode `bypassPermissions` everywhere, also on the command line. */
  disableBypassPermissionsMode?: Disable;
}

/** A command, and what the policy is to say about it. */
export interface PolicyTest {
  /** The command. */
  command: string;
  /** The decision. */
  expect: ExpectedDecision;
  /** The code of the reason. Default: any. */
  code?: string;
  /** The directory in which it would run. Default: that in which the test runs. */
  cwd?: string;
  /** The mode. Default: that of the policy. */
  mode?: Mode;
  /** What the test is for. */
  name?: string;
  /** The shell that would read the command. Default: bash, for the tool `PowerShell` that one. */
  shell?: Shell;
  /** The tool that the rules name. Default: that of the shell. */
  tool?: string;
}

/** An output as it is shown. */
export interface Preview {
  /** The text: all of it, or its beginning and its end around a line that says how much is shown. */
  text: string;
  /** Whether the text is all of it. */
  complete: boolean;
  /** The hints in it. The author of the output wrote them. */
  hints: Hint[];
  /** The `data:` address of the image, if the whole output is an image. */
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
  /** Runs commands that are proven to only read, that a rule allows, or that the mode accepts. */
  | "standard"
  /** Runs only commands that a rule allows, and in the mode `acceptEdits` those that only read; in `plan` none. */
  | "claurst"
  /** Runs only commands that a rule allows, and denies dangerous forms whatever the rules say. */
  | "jazz";

/** What commands may read without a question besides the working directory. */
export interface Reads {
  /**
   * Whether a command runs that only reads the service that the user set up for its program (`docker ps`, `kubectl get`,
   * `gh pr view`). Default: `allow` in the profile `standard`, `ask` in the others. Only the user's own settings can
   * allow it.
   */
  services?: ReadsServices;
}

/** What happens to a command that only reads its service. */
export type ReadsServices =
  /** It runs. */
  | "allow"
  /** It asks, unless a rule allows it. */
  | "ask";

/** Why the decision is what it is. */
export interface Reason {
  /** A stable name, such as `READ_ONLY` or `DENY_RULE`. */
  code: string;
  /** One sentence for the person. */
  message: string;
  /** The rule that decided, as written. */
  rule: string | null;
  /** The place of that rule, or of the mode that decided: `file:line:column`. None for a mode that no settings name. */
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

/**
 * One call to decide: a command, or for the tools `WebFetch` and `WebSearch` a `url` or a `query`. Only that is required;
 * an absent field without a default is unknown.
 */
export type Request = {
  /** The hosts to which `WebSearch` limits its results. It changes no decision; with `blockedDomains` it is an error. */
  allowedDomains?: string[];
  /** The hosts that `WebSearch` leaves out of its results. It changes no decision. */
  blockedDomains?: string[];
  /** The command, exactly as the shell would get it. */
  command?: string;
  /** The absolute path of the directory in which the command would run. */
  cwd?: string;
  /** Facts about the machine. An absent fact counts as unsafe, except `repositoryPrograms`. */
  facts?: Facts;
  /** The absolute path of the user's home directory. */
  home?: string;
  /** Any JSON value; the answer repeats it. */
  id?: unknown;
  /** The mode that replaces the mode of the settings. */
  mode?: Mode;
  /** Settings that replace the loaded settings for this request. */
  policy?: Settings;
  /** What `WebFetch` is asked about the page. It changes no decision. */
  prompt?: string;
  /** What the tool `WebSearch` would search for. */
  query?: string;
  /** The shell that would read the command. Default: `bash`; for the tool `PowerShell`, `powershell`. */
  shell?: Shell;
  /** The name of the agent's tool, which rules name too. Default: `Bash`; for the shell `powershell`, `PowerShell`. */
  tool?: string;
  /** The URL that the tool `WebFetch` would fetch. */
  url?: string;
} & ({ command: string } | { tool: string; url: string } | { tool: string; query: string });

/**
 * A rule: `Tool`, `Tool(exact)`, `Tool(prefix:*)`, such as `Bash(npm run test:*)`, `Bash(git * --stat)`,
 * `WebFetch(domain:docs.rs)`, `Read(./.env)`, `Edit(//etc/**)`.
 */
export type Rule = string;

/** The error in the text of a rule. */
export interface RuleProblem {
  /** What is wrong. */
  message: string;
  /** What was meant, or what to do. */
  help: string;
  /** The place in the rule. */
  span: Span;
}

/** The sandbox in which commands run. */
export interface SandboxSettings {
  /** Whether a request may run its command outside of the sandbox (`dangerouslyDisableSandbox`). Default: true. */
  allowUnsandboxedCommands?: boolean;
  /**
   * Whether a command that is to run where nothing can confine it, as on Windows, asks even if a rule allows it, unless it
   * only reads. Default: true.
   */
  askIfUnconfined?: boolean;
  /**
   * Whether a fully understood command that only lacks a rule runs without a question in a complete sandbox.
   * Default: false.
   */
  autoAllowBashIfSandboxed?: boolean;
  /** Variables and files that are hidden from commands. */
  credentials?: Credentials;
  /** Whether commands run in a sandbox. Default: true. */
  enabled?: boolean;
  /** Commands that run outside of the sandbox, such as `docker:*`. */
  excludedCommands?: string[];
  /** Whether a command is refused if the machine cannot keep a promise that it needs. Default: false. */
  failIfUnavailable?: boolean;
  /** Paths that commands can write and read. */
  filesystem?: Filesystem;
  /** Hosts and sockets that commands can reach. */
  network?: Network;
  /** Variables that commands inherit: full names, or prefixes followed by `*`. */
  passEnvironment?: string[];
}

/** A search engine. */
export type SearchEngine =
  /** Brave Search; its key is in the environment, in `BRAVE_API_KEY`. */
  | "brave"
  /** An instance of `SearXNG`. */
  | "searxng"
  /** The instant answers of `DuckDuckGo`, which needs no key and mostly knows words of an encyclopedia. */
  | "duckduckgo";

/** Settings of Shellgate: permission rules, the mode, the sandbox. Claude Code reads the same file. */
export interface Settings {
  /** The address of this schema, for editors. */
  "$schema"?: string;
  /**
   * A program or a server on this machine that may allow some of the commands that ask. Only the user's own settings
   * can name it.
   */
  classifier?: Classifier;
  /** Whether no hook runs. Default: false. Only the user's own settings can set it to true. */
  disableAllHooks?: boolean;
  /** `disable` forbids the mode `bypassPermissions` everywhere, also on the command line. */
  disableBypassPermissionsMode?: Disable;
  /**
   * The build of the core that decides: `linked`, the core in the host; `wasm`, the module in the host; or
   * `wasm:FILE`, the module in that file, which only the user's own settings can name. Default: `linked`.
   */
  engine?: string;
  /** The SHA-256 of the only module that may decide. Default: every module of the program's own version. */
  engineSha256?: string;
  /** Variables that every command gets: names and values. */
  env?: Record<string, string>;
  /** What follows when a hook fails. Default: `deny`. Only the user's own settings can name another value. */
  hookFailures?: HookFailures;
  /**
   * Programs that `shellgate run` and `shellgate mcp` ask around every command, in the form of Claude Code. Those of a
   * project run only if `trustedHooks` names it.
   */
  hooks?: Hooks;
  /** The permission rules and the mode. */
  permissions?: Permissions;
  /** How strict the engine is. Default: `standard`. */
  profile?: Profile;
  /** What commands may read without a question besides the working directory. */
  reads?: Reads;
  /** The sandbox in which commands run. */
  sandbox?: SandboxSettings;
  /** Commands, and what the policy is to say about each: `shellgate policy test` compares. They change no decision. */
  tests?: PolicyTest[];
  /**
   * Directories whose settings and repositories count although other users own them or can change them. `/srv/*`
   * means all directories below `/srv`. Only the user's own settings can name them.
   */
  trustedDirectories?: string[];
  /** Directories of projects whose own settings may name hooks. Only the user's own settings can name them. */
  trustedHooks?: string[];
  /** What the web tools fetch without a question, and how. */
  web?: Web;
}

/** The shell that reads a command. */
export type Shell = "bash" | "zsh" | "powershell";

/** One settings file. */
export interface Source {
  /** Its text. */
  text: string;
  /** Whose file it is. Default: `user`. */
  authority?: Authority;
  /** Its name in messages. */
  name?: string;
  /** The absolute directory to which its relative path rules refer. */
  root?: string;
}

/**
 * A range of the command: from `start` up to, not including, `end`. In the npm package both count UTF-16 code
 * units; on the command line, UTF-8 bytes.
 */
export interface Span {
  /** The first unit of the range. */
  start: number;
  /** The unit after the last one. */
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
  | "remark"
  /** A finding about a URL or a search. */
  | "web";

/** Whose implementation of a program that several systems have: that of GNU/Linux, of the BSDs, of macOS, of `BusyBox`. */
export type System = "gnu" | "bsd" | "macos" | "busybox";

/** How to display a command. */
export interface Ui {
  /** What the command mainly does. */
  kind: UiKind;
  /** Whether its output may be collapsed, because the command only reads. */
  collapsible: boolean;
  /** The command in a few words. */
  label: string;
  /** Whether success prints nothing. */
  silent: boolean;
  /** The exact change of files, if the whole command is an edit; null for every other command. */
  edit: Edit | null;
}

/** What a command mainly does. */
export type UiKind = "search" | "read" | "list" | "edit" | "silent" | "other";

/** The answer to one request. */
export interface Verdict {
  /** The decision. */
  decision: Decision;
  /** Whether it is proven that the command writes nothing, connects nowhere and executes only the named programs. */
  readOnly: boolean;
  /** Why the decision is what it is. */
  reason: Reason;
  /** The reasons why the command is not allowed automatically, in source order. */
  findings: Finding[];
  /** Warnings for the person and better ways for the model, in source order. They change no decision. */
  advice: Advice[];
  /** Every simple command in source order. */
  commands: CommandVerdict[];
  /** The known effects of running the command. */
  effects: Effects;
  /** The paths and the network that its sandbox must grant; null if they are not all known. */
  sandbox: Grants | null;
  /** How to display the command. */
  ui: Ui;
  /** The narrowest rules that together would allow the command; empty if no rule would. */
  suggestions: string[];
  /** Whether `sandbox.excludedCommands` lets the command run outside of the sandbox, once it may run. */
  excludedFromSandbox: boolean;
  /** Whether the command may continue in the background. */
  background: Background;
  /** The missing facts that could change this answer. Send them in `facts` and ask again. */
  needs: Need[];
  /** The `id` of the request. */
  id?: unknown;
}

/** What the web tools fetch without a question, and how. */
export interface Web {
  /**
   * Whether known hosts of documentation are fetched without a question; `documentation-hosts.toml` lists them. Deny
   * rules, ask rules and the checks of a URL come first. Default: true. A project cannot switch on what the user
   * switched off.
   */
  preapproved?: boolean;
  /** Who is asked for the results of a search. Only the user's own settings can name it. */
  search?: WebSearchSettings;
  /** A program and its arguments, or an address on the loopback interface. */
  summarise?: string[] | string;
  /**
   * Whether the proxy of the environment (`HTTPS_PROXY`) may be given names that this machine cannot resolve. The
   * addresses of these names are not judged. Default: false. Only the user's own settings can set it to true.
   */
  trustProxy?: boolean;
  /**
   * The header `User-Agent`, 1 to 200 characters of ASCII. Default: `shellgate/` with the version. Only the user's own
   * settings can change it.
   */
  userAgent?: string;
}

/** Who is asked for the results of a search. */
export interface WebSearchSettings {
  /**
   * The engine. Default: `brave` if the environment has its key in `BRAVE_API_KEY`, else `searxng` if `url` is there,
   * else `duckduckgo`.
   */
  engine?: SearchEngine;
  /**
   * The URL of the front page of an instance of `SearXNG`, such as `http://localhost:8888`. It may be in a private
   * network.
   */
  url?: string;
}
