use super::*;
use crate::sandbox::{Backend, Network, Promise, SandboxRequest, limitation};

#[test]
fn a_request_becomes_this_profile() {
    let request = SandboxRequest {
        writable: vec!["/repo (1)".into()],
        read_only_inside: vec!["/repo (1)/.git/hooks".into()],
        kept_links: vec!["/repo (1)/.claude".into()],
        kept_missing: Vec::new(),
        obeyed_in_work_trees: vec!["tools/hooks".into()],
        vacated: Vec::new(),
        deny_read_later: Vec::new(),
        approved: vec!["/repo (1)/.npmrc".into()],
        closed: Vec::new(),
        hidden: vec!["/private/tmp/outputs".into()],
        deny_read: vec!["/Users/u/\"keys\"".into()],
        network: Network::Host,
        captured_ports: Vec::new(),
        unix_sockets: false,
        allowed_sockets: vec!["/private/tmp/agent".into()],
        temp: Some("/private/tmp/own".into()),
    };
    let ways = Ways { proxy: None, repositories: vec!["/repo (1)/bare".into()] };
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/sandbox"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("seatbelt", profile(&request, &ways)));
}

#[test]
fn a_name_of_two_components_is_kept_where_its_first_one_is_the_writable_path() {
    let request = SandboxRequest { writable: vec!["/h/.hg".into()], ..SandboxRequest::default() };
    let text = profile(&request, &Ways::default());
    assert!(text.contains("(regex #\"^/[hH]/[.][hH][gG]/[hH][gG][rR][cC]$\")"), "{text}");
}

#[test]
fn nothing_is_granted_that_was_not_asked_for() {
    let text = profile(&SandboxRequest::default(), &Ways::default());
    assert!(text.starts_with("(version 1)\n(deny default)\n"));
    assert!(!text.contains("network") && !text.contains("allow file-write* file-link"));
}

#[test]
fn what_the_data_does_not_except_holds_and_nothing_is_promised_without_its_means() {
    let request = SandboxRequest {
        writable: vec!["/w".into()],
        deny_read: vec!["/d".into()],
        ..SandboxRequest::default()
    };
    let ways_out = SandboxRequest {
        network: Network::Proxied,
        allowed_sockets: vec!["/s".into()],
        ..SandboxRequest::default()
    };
    let here = Found { proxy: Ok(()), is_root: false };
    let held = [account(&request, &here).0, account(&ways_out, &here).0].concat();
    for promise in Promise::ALL {
        assert_eq!(held.contains(&promise), limitation(Backend::Seatbelt, promise).is_none(), "{promise}");
    }
    let poor = Found { proxy: Err("no port is free".to_owned()), is_root: true };
    let (held, missing) = account(&ways_out, &poor);
    assert!(held.contains(&Promise::NoNetwork));
    for promise in [Promise::AllowedHosts, Promise::NoCapabilities] {
        assert!(missing.iter().any(|lost| lost.promise == promise), "{promise}");
    }
}
