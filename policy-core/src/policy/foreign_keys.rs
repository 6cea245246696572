//! Keys of Claude Code's settings that Shellgate does not use: accepted by name, so that both can read one file.
//!
//! Owns the names. Their values are not read. If ignoring one protects less than it promises, a warning says so.
//! Sources: Claude Code's published settings reference and the schema `claude-code-settings.json` of `SchemaStore`.

/// A key, and what it means that it is not read.
pub(crate) type Foreign = (&'static str, Option<&'static str>);

/// Beside `permissions` and `sandbox`, sorted by bytes.
pub(super) const TOP: &[Foreign] = &[
    ("advisorModel", None),
    ("agent", None),
    ("agentPushNotifEnabled", None),
    ("allowAllClaudeAiMcps", None),
    ("allowManagedHooksOnly", None),
    ("allowManagedMcpServersOnly", None),
    ("allowManagedPermissionRulesOnly", Some("the rules of every source apply")),
    ("allow_remote_sessions", None),
    ("allowedChannelPlugins", None),
    ("allowedHttpHookUrls", None),
    ("allowedMcpServers", None),
    ("alwaysThinkingEnabled", None),
    ("apiKeyHelper", None),
    ("attribution", None),
    ("autoCompactEnabled", None),
    ("autoMemoryDirectory", None),
    ("autoMemoryEnabled", None),
    ("autoMode", None),
    ("autoScrollEnabled", None),
    ("autoUpdates", None),
    ("autoUpdatesChannel", None),
    ("availableModels", None),
    ("awaySummaryEnabled", None),
    ("awsAuthRefresh", None),
    ("awsCredentialExport", None),
    ("axScreenReader", None),
    ("blockedMarketplaces", None),
    ("channelsEnabled", None),
    ("claudeMd", None),
    ("claudeMdExcludes", None),
    ("cleanupPeriodDays", None),
    ("companyAnnouncements", None),
    ("defaultShell", None),
    ("deniedMcpServers", None),
    ("disableAgentView", None),
    ("disableArtifact", None),
    ("disableAutoMode", None),
    ("disableBundledSkills", None),
    ("disableClaudeAiConnectors", None),
    ("disableDeepLinkRegistration", None),
    ("disableRemoteControl", None),
    ("disableSkillShellExecution", None),
    ("disableWorkflows", None),
    ("disabledMcpjsonServers", None),
    ("editorMode", None),
    ("effortLevel", None),
    ("enableAllProjectMcpServers", None),
    ("enabledMcpjsonServers", None),
    ("enabledPlugins", None),
    ("enforceAvailableModels", None),
    ("extraKnownMarketplaces", None),
    ("fallbackModel", None),
    ("fastMode", None),
    ("fastModePerSessionOptIn", None),
    ("feedbackSurveyRate", None),
    ("fileCheckpointingEnabled", None),
    ("fileSuggestion", None),
    ("footerLinksRegexes", None),
    ("forceLoginMethod", None),
    ("forceLoginOrgUUID", None),
    ("forceRemoteSettingsRefresh", None),
    ("gcpAuthRefresh", None),
    ("httpHookAllowedEnvVars", None),
    ("includeCoAuthoredBy", None),
    ("includeGitInstructions", None),
    ("inputNeededNotifEnabled", None),
    ("language", None),
    ("leftArrowOpensAgents", None),
    ("managedMcpServers", None),
    ("mcpServers", None),
    ("minimumVersion", None),
    ("model", None),
    ("modelOverrides", None),
    ("otelHeadersHelper", None),
    ("outputStyle", None),
    ("parentSettingsBehavior", None),
    ("plansDirectory", None),
    ("pluginConfigs", None),
    ("pluginSuggestionMarketplaces", None),
    ("pluginTrustMessage", None),
    ("policyHelper", None),
    ("prUrlTemplate", None),
    ("preferredNotifChannel", None),
    ("prefersReducedMotion", None),
    ("remoteControlAtStartup", None),
    ("requiredMaximumVersion", None),
    ("requiredMinimumVersion", None),
    ("respectGitignore", None),
    ("respondToBashCommands", None),
    ("showClearContextOnPlanAccept", None),
    ("showThinkingSummaries", None),
    ("showTurnDuration", None),
    ("skillListingBudgetFraction", None),
    ("skillListingMaxDescChars", None),
    ("skillOverrides", None),
    ("skipDangerousModePermissionPrompt", None),
    ("skipWebFetchPreflight", None),
    ("skippedMarketplaces", None),
    ("skippedPlugins", None),
    ("spinnerTipsEnabled", None),
    ("spinnerTipsOverride", None),
    ("spinnerVerbs", None),
    ("sshConfigs", None),
    ("sshHostAllowlist", None),
    ("statusLine", None),
    ("strictKnownMarketplaces", None),
    ("strictPluginOnlyCustomization", None),
    ("subagentStatusLine", None),
    ("syntaxHighlightingDisabled", None),
    ("teammateMode", None),
    ("terminalProgressBarEnabled", None),
    ("theme", None),
    ("tui", None),
    ("useAutoModeDuringPlan", None),
    ("verbose", None),
    ("viewMode", None),
    ("voice", None),
    ("voiceEnabled", None),
    ("wheelScrollAccelerationEnabled", None),
    ("workflowKeywordTriggerEnabled", None),
    ("worktree", None),
    ("wslInheritsWindowsSettings", None),
];

/// In `permissions`, sorted.
pub(super) const PERMISSIONS: &[Foreign] = &[("disableAutoMode", None)];

/// In `sandbox`, sorted.
pub(super) const SANDBOX: &[Foreign] = &[
    ("allowAppleEvents", None),
    ("bwrapPath", None),
    ("enableWeakerNestedSandbox", None),
    ("enableWeakerNetworkIsolation", None),
    ("enabledPlatforms", None),
    ("ignoreViolations", None),
    ("ripgrep", None),
    ("socatPath", None),
];

/// In an entry of `sandbox.credentials.files` and `envVars`, sorted.
pub(super) const CREDENTIAL: &[Foreign] = &[
    ("extract", None),
    ("injectHosts", Some("a hidden credential is not replaced, so a program that needs it fails")),
    ("onExtractNoMatch", None),
];

/// In `sandbox.filesystem`, sorted.
pub(super) const FILESYSTEM: &[Foreign] =
    &[("allowManagedReadPathsOnly", Some("`allowRead` of every source applies")), ("disabled", None)];

/// In `sandbox.network`, sorted.
pub(super) const NETWORK: &[Foreign] = &[
    ("allowMachLookup", None),
    ("allowManagedDomainsOnly", Some("`allowedDomains` of every source applies")),
    ("httpProxyPort", None),
    ("socksProxyPort", None),
    ("strictAllowlist", None),
    ("tlsTerminate", None),
];

/// The keys that are passed over in the object that is under `key`; in all of it, under the empty one.
#[cfg(test)]
pub(crate) fn passed_over(key: &str) -> &'static [Foreign] {
    match key {
        "" => TOP,
        "permissions" => PERMISSIONS,
        "sandbox" => SANDBOX,
        "filesystem" => FILESYSTEM,
        "network" => NETWORK,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::{CREDENTIAL, FILESYSTEM, NETWORK, PERMISSIONS, SANDBOX, TOP};

    #[test]
    fn keys_are_sorted_so_that_every_one_is_found() {
        for table in [TOP, PERMISSIONS, SANDBOX, CREDENTIAL, FILESYSTEM, NETWORK] {
            assert!(table.is_sorted_by(|a, b| a.0 < b.0), "{table:?}");
        }
    }
}
