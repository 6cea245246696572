//! The names of variables: which of them the shell computes or obeys.
//!
//! Owns the lists (`about_Automatic_Variables`, `about_Preference_Variables`). A script that sets one of them changes what follows.

/// Automatic and preference variables in small letters, sorted. Every name that ends with `preference` or begins with `ps`
/// is one besides.
const OWN: &[&str] = &[
    "_",
    "args",
    "consolefilename",
    "enabledexperimentalfeatures",
    "error",
    "errorview",
    "event",
    "eventargs",
    "eventsubscriber",
    "executioncontext",
    "false",
    "foreach",
    "formatenumerationlimit",
    "home",
    "host",
    "input",
    "iscoreclr",
    "islinux",
    "ismacos",
    "iswindows",
    "lastexitcode",
    "logcommandhealthevent",
    "logcommandlifecycleevent",
    "logenginehealthevent",
    "logenginelifecycleevent",
    "logproviderhealthevent",
    "logproviderlifecycleevent",
    "matches",
    "maximumaliascount",
    "maximumdrivecount",
    "maximumerrorcount",
    "maximumfunctioncount",
    "maximumhistorycount",
    "maximumvariablecount",
    "myinvocation",
    "nestedpromptlevel",
    "null",
    "ofs",
    "outputencoding",
    "pid",
    "profile",
    "pwd",
    "sender",
    "shellid",
    "stacktrace",
    "switch",
    "this",
    "transcript",
    "true",
];

/// Variables through which the shell itself can be changed or called, in small letters, sorted.
const POWERFUL: &[&str] = &["executioncontext", "host", "myinvocation", "pscmdlet"];

/// Whether a script may set a variable with this name without a change of what else happens.
pub(super) fn is_free(name: &str) -> bool {
    let small = name.to_ascii_lowercase();
    !small.starts_with("ps") && !small.ends_with("preference") && OWN.binary_search(&small.as_str()).is_err()
}

/// Whether a look at a variable with this name may reach the shell itself.
pub(super) fn is_powerful(name: &str) -> bool {
    POWERFUL.binary_search(&name.to_ascii_lowercase().as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_in_small_letters() {
        for list in [OWN, POWERFUL] {
            assert!(list.is_sorted());
            assert!(list.iter().all(|name| *name == name.to_ascii_lowercase()));
        }
    }

    #[test]
    fn a_script_may_set_its_own_variables_only() {
        for name in ["x", "files", "Result", "a_b"] {
            assert!(is_free(name), "{name}");
        }
        for name in
            ["PSDefaultParameterValues", "ErrorActionPreference", "OFS", "null", "PWD", "Matches", "_"]
        {
            assert!(!is_free(name), "{name}");
        }
    }
}
