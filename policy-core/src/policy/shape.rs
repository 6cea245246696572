//! The settings file as types, to generate its JSON Schema from.
//!
//! Owns the descriptions and the documented defaults. The reader is `read`; a test compares the keys of both. Never
//! parses anything.

#![expect(dead_code, reason = "these types are described, never made")]

use std::collections::BTreeMap;
use std::string::{String, ToString};
use std::vec::Vec;

use schemars::JsonSchema;
use serde::Deserialize;

use super::settings::{Policy, SandboxSettings};
use super::web_settings::WebSettings;
use crate::profiles::Profile;
use crate::request::Mode;

/// Settings of Shellgate: permission rules, the mode, the sandbox. Claude Code reads the same file.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Settings {
    /// The address of this schema, for editors.
    #[serde(rename = "$schema")]
    schema: Option<String>,
    /// A program or a server on this machine that may allow some of the commands that ask. Only the user's own settings
    /// can name it.
    classifier: Option<ClassifierShape>,
    /// Whether no hook runs. Default: false. Only the user's own settings can set it to true.
    disable_all_hooks: Option<bool>,
    /// The build of the core that decides: `linked`, the core in the host; `wasm`, the module in the host; or
    /// `wasm:FILE`, the module in that file, which only the user's own settings can name. Default: `linked`.
    #[schemars(extend("default" = "linked"))]
    engine: Option<EngineText>,
    /// The SHA-256 of the only module that may decide. Default: every module of the program's own version.
    engine_sha256: Option<Sha256Text>,
    /// Variables that every command gets: names and values.
    env: Option<BTreeMap<String, String>>,
    /// What follows when a hook fails. Default: `deny`. Only the user's own settings can name another value.
    #[schemars(extend("default" = "deny"))]
    hook_failures: Option<HookFailuresName>,
    /// Programs that `shellgate run` and `shellgate mcp` ask around every command, in the form of Claude Code. Those of a
    /// project run only if `trustedHooks` names it.
    hooks: Option<Hooks>,
    /// The permission rules and the mode.
    permissions: Option<Permissions>,
    /// How strict the engine is. Default: `standard`.
    #[schemars(extend("default" = <&Profile>::default().name))]
    profile: Option<ProfileName>,
    /// What commands may read without a question besides the working directory.
    reads: Option<Reads>,
    /// The sandbox in which commands run.
    sandbox: Option<SandboxShape>,
    /// Commands, and what the policy is to say about each: `shellgate policy test` compares. They change no decision.
    tests: Option<Vec<Test>>,
    /// Directories whose settings and repositories count although other users own them or can change them. `/srv/*`
    /// means all directories below `/srv`. Only the user's own settings can name them.
    trusted_directories: Option<Vec<String>>,
    /// Directories of projects whose own settings may name hooks. Only the user's own settings can name them.
    trusted_hooks: Option<Vec<String>>,
    /// `disable` forbids the mode `bypassPermissions` everywhere, also on the command line.
    disable_bypass_permissions_mode: Option<Disable>,
    /// What the web tools fetch without a question, and how.
    web: Option<Web>,
}

/// A program or a server on this machine that may allow some of the commands that ask.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Classifier")]
struct ClassifierShape {
    /// The codes of the reasons that it may answer, such as `NO_RULE`. It never answers `ASK_RULE`, `RULE_MAY_MATCH`,
    /// `CRITICAL_REMOVAL`, `HOOK` and `HOOK_FAILED`.
    asks: Option<Vec<String>>,
    /// The program and its arguments. It reads the question as JSON on its standard input.
    command: Option<Vec<String>>,
    /// The time limit in seconds. Default: 10.
    timeout: Option<f64>,
    /// An address on the loopback interface, such as `http://127.0.0.1:8080/judge`, to which the question is posted.
    url: Option<String>,
}

/// Programs around every command. Other events than these two are those of other programs.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Hooks")]
struct Hooks {
    /// Before a command runs.
    #[serde(rename = "PreToolUse")]
    pre_tool_use: Option<Vec<HookGroup>>,
    /// After a command has run, or went on in the background.
    #[serde(rename = "PostToolUse")]
    post_tool_use: Option<Vec<HookGroup>>,
}

/// Hooks for some tools.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "HookGroup")]
struct HookGroup {
    /// The names of the tools, such as `Bash` or `Bash|Edit`, or a regular expression. Default: every tool.
    matcher: Option<String>,
    /// The hooks.
    hooks: Option<Vec<HookShape>>,
}

/// One hook.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Hook")]
struct HookShape {
    /// `command`; hooks of other types are those of other programs.
    #[serde(rename = "type")]
    kind: Option<String>,
    /// A command line for a POSIX shell, or a program if there are `args`.
    command: Option<String>,
    /// The arguments of the program, which then starts without a shell.
    args: Option<Vec<String>>,
    /// The time limit in seconds. Default: 600.
    timeout: Option<f64>,
    /// A rule, such as `Bash(git *)`: the hook is asked about commands that it matches or may match.
    #[serde(rename = "if")]
    condition: Option<String>,
    /// `block`: a failure denies, whatever `hookFailures` says.
    on_failure: Option<String>,
}

/// What follows when a hook fails.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HookFailures")]
enum HookFailuresName {
    /// The command does not run.
    Deny,
    /// A person decides.
    Ask,
    /// Nothing, as if the hook had no opinion.
    Allow,
}

/// `linked`, `wasm` or `wasm:FILE`.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct EngineText(#[schemars(regex(pattern = "^(linked|wasm(:.+)?)$"))] String);

/// 64 hexadecimal digits.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct Sha256Text(#[schemars(regex(pattern = "^[0-9A-Fa-f]{64}$"))] String);

/// The permission rules and the mode. Deny rules come before ask rules, ask rules before allow rules, and a deny rule in
/// any file wins.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Permissions {
    /// Rules for calls that run without a question.
    allow: Option<Vec<RuleText>>,
    /// Rules for calls that a person decides about.
    ask: Option<Vec<RuleText>>,
    /// Rules for calls that never run.
    deny: Option<Vec<RuleText>>,
    /// Whether a command asks that reads a file whose name says that it holds secrets (`.env`, private keys, logins), or
    /// that prints the environment. `Read(…)` in `allow` excepts single files. Default: true.
    #[schemars(extend("default" = Policy::default().asks_for_secrets))]
    ask_for_secrets: Option<bool>,
    /// Directories, besides the working directory, in which commands may read and write.
    additional_directories: Option<Vec<String>>,
    /// How much may run without a person. Default: `default`.
    #[schemars(extend("default" = Mode::default().name()))]
    default_mode: Option<ModeName>,
    /// `disable` forbids the mode `bypassPermissions` everywhere, also on the command line.
    disable_bypass_permissions_mode: Option<Disable>,
}

/// A rule: `Tool`, `Tool(exact)`, `Tool(prefix:*)`, such as `Bash(npm run test:*)`, `Bash(git * --stat)`,
/// `WebFetch(domain:docs.rs)`, `Read(./.env)`, `Edit(//etc/**)`.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Rule")]
struct RuleText(String);

/// How much may run without a person.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Mode")]
pub(crate) enum ModeName {
    /// Rules and proofs decide; every other command asks.
    Default,
    /// Like `default`, and file changes inside the working directories are allowed.
    AcceptEdits,
    /// Only commands that are proven read-only run.
    Plan,
    /// Like `default`, but a command that would ask is denied, because nobody can be asked.
    DontAsk,
    /// A command that would ask is allowed; deny rules, ask rules and critical removals still apply.
    BypassPermissions,
}

/// How strict the engine is.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Profile")]
pub(crate) enum ProfileName {
    /// Runs commands that are proven to only read, that a rule allows, or that the mode accepts.
    Standard,
    /// Runs only commands that a rule allows, and in the mode `acceptEdits` those that only read; in `plan` none.
    Claurst,
    /// Runs only commands that a rule allows, and denies dangerous forms whatever the rules say.
    Jazz,
}

/// A command, and what the policy is to say about it.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "PolicyTest")]
struct Test {
    /// The code of the reason. Default: any.
    code: Option<String>,
    /// The command.
    command: String,
    /// The directory in which it would run. Default: that in which the test runs.
    cwd: Option<String>,
    /// The decision.
    expect: ExpectedDecision,
    /// The mode. Default: that of the policy.
    mode: Option<ModeName>,
    /// What the test is for.
    name: Option<String>,
    /// The shell that would read the command. Default: bash, for the tool `PowerShell` that one.
    shell: Option<ShellName>,
    /// The tool that the rules name. Default: that of the shell.
    tool: Option<String>,
}

/// The decision that a test expects.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum ExpectedDecision {
    Allow,
    Ask,
    Deny,
}

/// The shell that reads a command.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Shell")]
pub(crate) enum ShellName {
    Bash,
    Zsh,
    #[serde(rename = "powershell")]
    Pwsh,
}

/// What commands may read without a question besides the working directory.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Reads {
    /// Whether a command runs that only reads the service that the user set up for its program (`docker ps`, `kubectl get`,
    /// `gh pr view`). Default: `allow` in the profile `standard`, `ask` in the others. Only the user's own settings can
    /// allow it.
    services: Option<ServicesName>,
}

/// What the web tools fetch without a question, and how.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Web {
    /// Whether known hosts of documentation are fetched without a question; `documentation-hosts.toml` lists them. Deny
    /// rules, ask rules and the checks of a URL come first. Default: true. A project cannot switch on what the user
    /// switched off.
    #[schemars(extend("default" = Policy::default().preapproved))]
    preapproved: Option<bool>,
    /// Who is asked for the results of a search. Only the user's own settings can name it.
    search: Option<WebSearchShape>,
    /// Who answers the prompt of a fetch from the text of the page: a program and its arguments, which reads
    /// `{"prompt":…,"text":…}` on its standard input and writes the answer, or an address on the loopback interface, such
    /// as `http://127.0.0.1:8080/summary`, to which that is posted. Default: nobody, so that the page itself is the result.
    /// Only the user's own settings can name it.
    summarise: Option<SummariserShape>,
    /// Whether the proxy of the environment (`HTTPS_PROXY`) may be given names that this machine cannot resolve. The
    /// addresses of these names are not judged. Default: false. Only the user's own settings can set it to true.
    #[schemars(extend("default" = WebSettings::default().trust_proxy))]
    trust_proxy: Option<bool>,
    /// The header `User-Agent`, 1 to 200 characters of ASCII. Default: `shellgate/` with the version. Only the user's own
    /// settings can change it.
    user_agent: Option<String>,
}

/// Who is asked for the results of a search.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "WebSearchSettings")]
struct WebSearchShape {
    /// The engine. Default: `brave` if the environment has its key in `BRAVE_API_KEY`, else `searxng` if `url` is there,
    /// else `duckduckgo`.
    engine: Option<SearchEngineShape>,
    /// The URL of the front page of an instance of `SearXNG`, such as `http://localhost:8888`. It may be in a private
    /// network.
    url: Option<String>,
}

/// A search engine.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "SearchEngine")]
pub(crate) enum SearchEngineShape {
    /// Brave Search; its key is in the environment, in `BRAVE_API_KEY`.
    Brave,
    /// An instance of `SearXNG`.
    SearXng,
    /// The instant answers of `DuckDuckGo`, which needs no key and mostly knows words of an encyclopedia.
    DuckDuckGo,
}

/// A program and its arguments, or an address on the loopback interface.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum SummariserShape {
    Command(Vec<String>),
    Url(String),
}

/// What happens to a command that only reads its service.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReadsServices")]
enum ServicesName {
    /// It runs.
    Allow,
    /// It asks, unless a rule allows it.
    Ask,
}

/// The one value of a switch that can only forbid.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Disable {
    Disable,
}

/// The sandbox in which commands run.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SandboxSettings")]
struct SandboxShape {
    /// Whether commands run in a sandbox. Default: true.
    #[schemars(extend("default" = SandboxSettings::default().enabled))]
    enabled: Option<bool>,
    /// Whether a command is refused if the machine cannot keep a promise that it needs. Default: false.
    #[schemars(extend("default" = SandboxSettings::default().fail_if_unavailable))]
    fail_if_unavailable: Option<bool>,
    /// Whether a command that is to run where nothing can confine it, as on Windows, asks even if a rule allows it, unless it
    /// only reads. Default: true.
    #[schemars(extend("default" = SandboxSettings::default().ask_if_unconfined))]
    ask_if_unconfined: Option<bool>,
    /// Whether a fully understood command that only lacks a rule runs without a question in a complete sandbox.
    /// Default: false.
    #[schemars(extend("default" = SandboxSettings::default().auto_allow_bash_if_sandboxed))]
    auto_allow_bash_if_sandboxed: Option<bool>,
    /// Whether a request may run its command outside of the sandbox (`dangerouslyDisableSandbox`). Default: true.
    #[schemars(extend("default" = SandboxSettings::default().allow_unsandboxed_commands))]
    allow_unsandboxed_commands: Option<bool>,
    /// Commands that run outside of the sandbox, such as `docker:*`.
    excluded_commands: Option<Vec<String>>,
    /// Variables that commands inherit: full names, or prefixes followed by `*`.
    pass_environment: Option<Vec<String>>,
    /// Variables and files that are hidden from commands.
    credentials: Option<Credentials>,
    /// Paths that commands can write and read.
    filesystem: Option<Filesystem>,
    /// Hosts and sockets that commands can reach.
    network: Option<Network>,
}

/// Variables and files that are hidden from commands.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Credentials {
    /// Variables that reach no command.
    env_vars: Option<Vec<HiddenVariable>>,
    /// Files that cannot be read.
    files: Option<Vec<HiddenFile>>,
}

/// A variable that reaches no command.
#[derive(Deserialize, JsonSchema)]
struct HiddenVariable {
    /// Its name.
    name: String,
    /// How it is hidden.
    mode: Option<HiddenMode>,
}

/// A file that cannot be read.
#[derive(Deserialize, JsonSchema)]
struct HiddenFile {
    /// Its path.
    path: String,
    /// How it is hidden.
    mode: Option<HiddenMode>,
}

/// How a variable or a file is hidden. `mask` hides it like `deny`.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum HiddenMode {
    Deny,
    Mask,
}

/// Paths that commands can write and read.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Filesystem {
    /// Paths that commands can write, in addition to the grants of the verdict.
    allow_write: Option<Vec<String>>,
    /// Paths that commands cannot write, even if the verdict grants them.
    deny_write: Option<Vec<String>>,
    /// Paths that commands cannot read.
    deny_read: Option<Vec<String>>,
    /// Paths inside of `denyRead` that commands can read.
    allow_read: Option<Vec<String>>,
}

/// Hosts and sockets that commands can reach.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Network {
    /// Hosts that commands can reach, such as `github.com`, `*.npmjs.org`, `db.example.com:5432`.
    allowed_domains: Option<Vec<String>>,
    /// Hosts that commands cannot reach. This list comes before `allowedDomains`.
    denied_domains: Option<Vec<String>>,
    /// Paths of socket files that commands can connect to.
    allow_unix_sockets: Option<Vec<String>>,
    /// Whether commands can connect to every socket file. Default: false.
    #[schemars(extend("default" = SandboxSettings::default().allow_all_unix_sockets))]
    allow_all_unix_sockets: Option<bool>,
    /// Whether the programs of one command can talk to each other over a private loopback interface. Default: false.
    #[schemars(extend("default" = SandboxSettings::default().allow_local_binding))]
    allow_local_binding: Option<bool>,
}
