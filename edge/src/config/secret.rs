//! A text that never shows itself.
//!
//! Not encryption: it only keeps secrets out of logs, errors and printed configurations.

use core::fmt;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Stands where a secret is not shown.
pub(crate) const HIDDEN: &str = "***";

/// A secret; prints `***`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Secret(String);

impl Secret {
    /// Takes the text in.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, for the one place that sends it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether a presented token is this one, in a time that depends neither on where they differ nor on how long this
    /// one is: what is compared are digests.
    pub fn is(&self, presented: &str) -> bool {
        Sha256::digest(&self.0).ct_eq(&Sha256::digest(presented)).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_prints_as_stars_and_compares_as_itself() {
        let secret = Secret::new("hunter2");
        assert_eq!(format!("{secret} {secret:?}"), "*** ***");
        assert!(secret.is("hunter2") && !secret.is("hunter") && !secret.is(""));
    }
}
