//! `/offline.js`: the service worker, which shows the last known board while there is no network.
//!
//! Not what it shows: that is `/offline`, the page as it looks when its time has passed (`document`).

/// The script, squeezed when the edge was built.
pub(super) const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/offline.js"));

/// Its policy: it asks the page's own origin, and runs nothing but itself.
pub(super) const POLICY: &str = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
