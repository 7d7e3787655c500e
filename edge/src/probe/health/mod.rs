//! Health formats: one file each, and the table of them.
//!
//! Not fetching: a format reads one `HttpAnswer`. What is common to all (transport failures, 3xx and 4xx, JSON
//! limits) is in `common`; JSON itself in `json`, counters in `numbers`.

mod adr075;
mod adr075_liveness;
mod common;
mod fetcher_health;
mod fetcher_readyz;
mod http_status_only;
mod json;
mod numbers;
mod plain_word;
mod retry_after;

#[cfg(test)]
mod tests;

use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;

/// A health format.
#[derive(Debug)]
pub struct Format {
    /// Its name in the configuration.
    pub name: &'static str,
    /// Reads one answer.
    pub read: fn(&HttpAnswer, &FormatOptions) -> HealthReport,
}

/// Every format there is.
pub static FORMATS: &[Format] = &[
    Format { name: "adr075", read: adr075::read },
    Format { name: "adr075-liveness", read: adr075_liveness::read },
    Format { name: "fetcher-readyz", read: fetcher_readyz::read },
    Format { name: "fetcher-health", read: fetcher_health::read },
    Format { name: "plain-word", read: plain_word::read },
    Format { name: "http-status-only", read: http_status_only::read },
];
