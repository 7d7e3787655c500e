//! In which language an answer is: the one that its address asks for, or else, where people look, the one that their
//! browser likes best, or else the page's own.
//!
//! Pictures, feeds and what programs read know no browser: there caches between us and many readers would mix them up.

use super::route::{Kind, parameter};
use super::{Request, Site};
use crate::words::Language;

/// The language of the answer to a request.
pub fn language(request: &Request<'_>, site: &Site) -> Language {
    let kind = super::route::kind_of(site, request.path);
    let liked =
        || Language::accepted(request.accept_language).filter(|_| kind.is_some_and(Kind::is_for_people));
    asked(request).or_else(liked).unwrap_or(site.locale.language())
}

/// What the address asks for, if there is that.
pub(super) fn asked(request: &Request<'_>) -> Option<Language> {
    Language::accepted(&parameter(request.query, "lang")?)
}

#[cfg(test)]
#[path = "negotiate_tests.rs"]
mod tests;
