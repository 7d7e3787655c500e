//! The system's clock.
//!
//! Not a monotonic one: everything that is dated must survive a restart.

use shared::time::Timestamp;
use std::time::{SystemTime, UNIX_EPOCH};

/// The present time.
pub fn now() -> Timestamp {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}
