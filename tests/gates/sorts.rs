//! Sorts: the core sorts in one place, because each other sort is compiled for its type and its comparison.

use super::CORE;

/// Whether a line of code calls a sort of the standard library.
fn sorts(line: &str) -> bool {
    line.split(".sort").skip(1).any(|behind| {
        let name: String =
            behind.chars().take_while(|sign| sign.is_ascii_lowercase() || *sign == '_').collect();
        ["", "_by", "_by_key", "_by_cached_key", "_unstable", "_unstable_by", "_unstable_by_key"]
            .contains(&name.as_str())
            && behind[name.len()..].starts_with('(')
    })
}

#[test]
fn the_core_sorts_in_one_place() {
    // What compiles the tables, and what writes the types, is in no program.
    let is_elsewhere = |file: &str| {
        file.starts_with("commands/compile/")
            || ["commands/compact/write.rs", "door/typescript.rs", "sorted.rs"].contains(&file)
    };
    let is_test = |file: &str| file.ends_with("tests.rs") || file.contains("tests/");
    for (file, text) in CORE.texts.iter().filter(|(file, _)| !is_elsewhere(file) && !is_test(file)) {
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            assert!(!sorts(line), "policy-core/src/{file}:{}: call `crate::sorted`", number + 1);
        }
    }
    assert!(CORE.texts["sorted.rs"].lines().any(sorts));
}

#[test]
fn every_sort_of_the_standard_library_is_seen() {
    for line in ["list.sort();", "a.b.sort_unstable_by(|a, b| a.cmp(b));", "x.sort_by_key(key)"] {
        assert!(sorts(line), "{line}");
    }
    for line in ["sorted::sort(&mut list);", "list.sorted()", "map.sort_order()"] {
        assert!(!sorts(line), "{line}");
    }
}
