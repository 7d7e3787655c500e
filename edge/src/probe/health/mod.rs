//! Health formats: one file each, and the table of them.
//!
//! Not fetching: a format reads one `HttpAnswer`. What is common to all (transport failures, 3xx and 4xx, JSON
//! limits) is in `common`.

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
pub static FORMATS: &[Format] = &[];
