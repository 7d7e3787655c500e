//! What a configuration means, and what is wrong with a bad one.

mod alerts;
mod bad;
mod dsn;
mod good;
mod maintenance;
mod never_panics;
mod push;
mod runbooks;
mod scale_to_zero;

use super::variables::tests::Fixed;
use super::{Config, HostKind, Loaded, parse};

/// Loads a text that must be valid, natively and with no variable set.
pub(super) fn load(text: &str) -> Config {
    load_with(text, &Fixed::new([]))
}

/// Loads a text that must be valid, natively.
pub(super) fn load_with(text: &str, variables: &Fixed) -> Config {
    loaded(text, HostKind::Native, variables).config
}

fn loaded(text: &str, host: HostKind, variables: &Fixed) -> Loaded {
    parse(text, "headcount.toml", host, variables).unwrap_or_else(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}", lines.join("\n"))
    })
}

/// The errors of a text; none if it is valid.
pub(super) fn errors(text: &str, host: HostKind, variables: &Fixed) -> Vec<String> {
    match parse(text, "headcount.toml", host, variables) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}
