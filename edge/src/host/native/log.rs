//! Lines on standard error: what happened, for whoever runs the binary.
//!
//! Never a secret, and never what a health document or a worker said of itself.

use super::clock;
use core::fmt;

/// Something that is as it should be.
pub fn info(what: impl fmt::Display) {
    eprintln!("{} info  {what}", clock::now());
}

/// Something to look at.
pub fn warn(what: impl fmt::Display) {
    eprintln!("{} warn  {what}", clock::now());
}
