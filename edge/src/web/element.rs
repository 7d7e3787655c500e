//! `/headcount.js`: the custom element `<head-count>`, for pages of others that frame nothing.
//!
//! Not what it shows: it reads `/page.json`, whose words it repeats.

/// The script, squeezed when the edge was built.
pub(super) const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/element.js"));

/// Its type.
pub(super) const CONTENT_TYPE: &str = "text/javascript; charset=utf-8";

/// How long a browser may use it without asking again, in seconds. A new version of Headcount may tell its page in
/// another form, which an older element does not draw: it then shows the link inside it for so long.
pub(super) const KEPT_S: u64 = 600;
