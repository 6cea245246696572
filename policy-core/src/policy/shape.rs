//! The settings file as types, only to generate what describes it to others.
//!
//! Owns the description. What is read is in `read`; a test holds the keys of both against each other.

#![expect(dead_code, reason = "these types are described, never made")]

use std::collections::BTreeMap;
use std::string::{String, ToString};
use std::vec::Vec;

use schemars::JsonSchema;
use serde::Deserialize;

/// Settings of Shellgate, a part of those of Claude Code: what may run, what asks, what is denied, and the sandbox.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Settings {
    /// The schema that an editor completes from.
    #[serde(rename = "$schema")]
    schema: Option<String>,
    /// Which build of the core decides: `linked`, the host's own; `wasm`, the module that the host carries; or
    /// `wasm:FILE`, the module in that file, which only the user's own settings can name.
    engine: Option<EngineText>,
    /// The SHA-256 of the module, if no other one may decide.
    engine_sha256: Option<Sha256Text>,
    /// Variables that every command gets.
    env: Option<BTreeMap<String, String>>,
    /// What may run.
    permissions: Option<Permissions>,
    /// How strict the engine is.
    profile: Option<ProfileName>,
    /// What a command can reach while it runs.
    sandbox: Option<SandboxShape>,
    /// `disable` forbids the mode `bypassPermissions`, whatever asks for it.
    disable_bypass_permissions_mode: Option<Disable>,
}

/// `linked`, `wasm` or `wasm:FILE`.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct EngineText(#[schemars(regex(pattern = "^(linked|wasm(:.+)?)$"))] String);

/// 64 hexadecimal digits.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct Sha256Text(#[schemars(regex(pattern = "^[0-9A-Fa-f]{64}$"))] String);

/// What may run: deny comes before ask, ask before allow, and a deny in any file wins.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Permissions {
    /// What runs without asking.
    allow: Option<Vec<RuleText>>,
    /// What a person decides about.
    ask: Option<Vec<RuleText>>,
    /// What never runs.
    deny: Option<Vec<RuleText>>,
    /// Directories, besides the working directory, in which commands may read and write.
    additional_directories: Option<Vec<String>>,
    /// How much may happen without a person.
    default_mode: Option<ModeName>,
    /// `disable` forbids the mode `bypassPermissions`, whatever asks for it.
    disable_bypass_permissions_mode: Option<Disable>,
}

/// A rule: `Tool`, `Tool(exact)`, `Tool(prefix:*)`, such as `Bash(npm run test:*)`, `Bash(git * --stat)`,
/// `WebFetch(domain:docs.rs)`, `Read(./.env)`, `Edit(//etc/**)`.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Rule")]
struct RuleText(String);

/// How much may happen without a person.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Mode")]
pub(crate) enum ModeName {
    /// Rules and proof decide; the rest asks.
    Default,
    /// As `default`, and file changes inside the working directories are allowed.
    AcceptEdits,
    /// Nothing runs that is not proven read-only.
    Plan,
    /// As `default`, but what would ask is denied: nobody can be asked.
    DontAsk,
    /// What would ask is allowed; deny and ask rules still hold.
    BypassPermissions,
}

/// How strict the engine is.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Profile")]
pub(crate) enum ProfileName {
    /// Runs what is proven to only read, what a rule allows, what the mode accepts.
    Standard,
    /// Runs only what a rule allows.
    Claurst,
    /// Runs only what a rule allows, and denies dangerous forms whatever the rules say.
    Jazz,
}

/// The one value of a switch that can only forbid.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Disable {
    Disable,
}

/// What a command can reach while it runs.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SandboxSettings")]
struct SandboxShape {
    /// Whether commands run in a sandbox; true unless told.
    enabled: Option<bool>,
    /// Whether a command is refused when not all that it needs can be enforced; false unless told.
    fail_if_unavailable: Option<bool>,
    /// Whether a command that asks for nothing but its sandbox runs without asking; false unless told.
    auto_allow_bash_if_sandboxed: Option<bool>,
    /// Whether a command may run outside of the sandbox at all; true unless told.
    allow_unsandboxed_commands: Option<bool>,
    /// Commands that run outside of the sandbox, such as `docker:*`.
    excluded_commands: Option<Vec<String>>,
    /// Variables that are passed on to commands: names, or beginnings of names with `*` behind.
    pass_environment: Option<Vec<String>>,
    /// What is hidden from commands.
    credentials: Option<Credentials>,
    /// Paths that commands can write and read.
    filesystem: Option<Filesystem>,
    /// Hosts and sockets that commands can reach.
    network: Option<Network>,
}

/// What is hidden from commands.
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

/// How something is hidden; what shall be masked is hidden too.
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
    /// Paths that can be written besides what the verdict grants.
    allow_write: Option<Vec<String>>,
    /// Paths that cannot be written, whatever is granted.
    deny_write: Option<Vec<String>>,
    /// Paths that cannot be read.
    deny_read: Option<Vec<String>>,
    /// Paths inside of `denyRead` that can be read.
    allow_read: Option<Vec<String>>,
}

/// Hosts and sockets that commands can reach.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Network {
    /// Hosts that can be reached, such as `github.com`, `*.npmjs.org`, `db.example.com:5432`.
    allowed_domains: Option<Vec<String>>,
    /// Hosts that cannot be reached; asked before `allowedDomains`.
    denied_domains: Option<Vec<String>>,
    /// Socket files that can be connected to.
    allow_unix_sockets: Option<Vec<String>>,
    /// Whether every socket file can be connected to; false unless told.
    allow_all_unix_sockets: Option<bool>,
    /// Whether the programs of one command can talk to each other over a loopback of its own; false unless told.
    allow_local_binding: Option<bool>,
}
