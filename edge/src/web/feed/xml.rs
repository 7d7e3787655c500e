//! Text in XML: escaped, and without the characters that XML 1.0 cannot carry.
//!
//! No tree: feeds are short and flat.

use crate::web::document;
use core::fmt::Write as _;

/// An element with text in it.
pub(super) fn element(out: &mut String, name: &str, content: &str) {
    // Writing into a string does not fail.
    let _ = write!(out, "<{name}>{}</{name}>", escaped(content));
}

/// Text that is neither markup nor illegal, in elements and in attributes.
pub(in crate::web) fn escaped(text: &str) -> String {
    let legal: String = text.chars().filter(|c| is_legal(*c)).collect();
    document::escaped(&legal)
}

/// XML 1.0, production 2.
const fn is_legal(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}
