//! The modules that `cargo xtask wasm` builds, where they have been built.

#[path = "../xtask/src/imports.rs"]
mod section;

use std::path::Path;

/// A module that imports the function `name` of `module`, as bytes: one type, one import.
fn importing(module: &str, name: &str) -> Vec<u8> {
    let text = |text: &str| {
        let length = u8::try_from(text.len()).expect("a short name");
        [&[length], text.as_bytes()].concat()
    };
    // One import, of a function of type 0.
    let import = [&[1][..], &text(module), &text(name), &[0, 0]].concat();
    let section = [&[2, u8::try_from(import.len()).expect("a short section")][..], &import].concat();
    [&b"\0asm\x01\0\0\0"[..], &[1, 4, 1, 0x60, 0, 0], &section].concat()
}

#[test]
fn a_module_asks_for_nothing_but_its_own_glue() {
    for (module, name) in [
        ("env", "clock"),
        ("wasi_snapshot_preview1", "fd_write"),
        ("./core_bg.js", "now"),
        ("./history_bg.js", "__wbindgen_throw"),
        ("env", "__wbg_x"),
    ] {
        assert_eq!(section::foreign(&importing(module, name), "core"), Ok(vec![format!("{module}.{name}")]));
    }
    assert_eq!(section::foreign(&importing("./core_bg.js", "__wbindgen_throw"), "core"), Ok(Vec::new()));
    assert!(section::foreign(b"no module", "core").is_err());

    for (name, glue) in [("core", "core"), ("powershell", "core"), ("history", "history")] {
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../js/wasm/{name}.wasm"));
        let Ok(module) = std::fs::read(&place) else {
            return test_support::skip(format_args!(
                "{} is not built; `cargo xtask wasm` builds it",
                place.display()
            ));
        };
        assert_eq!(section::foreign(&module, glue), Ok(Vec::new()));
    }
}
