//! Symfony Messenger's Doctrine transport: messages are rows of a table in PostgreSQL, MySQL or MariaDB.
//!
//! One statement for each table; bodies and headers are never read. The transport has no registry of workers: only a
//! heartbeat in a Redis tells who is alive. Not connecting: the host's `Database` does that.

mod read;
mod statement;

pub use read::read;
pub use statement::statement;

use crate::ports::SqlServer;
use core::time::Duration;

/// Its name in the configuration.
pub const NAME: &str = "symfony-doctrine";

/// The table, as Symfony names it unless told otherwise.
pub const DEFAULT_TABLE: &str = "messenger_messages";

/// The columns that are read.
pub const COLUMNS: [&str; 4] = ["queue_name", "created_at", "available_at", "delivered_at"];

/// What is read of one `[[service.queue]]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transport {
    /// The database.
    pub server: SqlServer,
    /// The table, as Symfony names it; checked to be a plain name, with a schema in front of it or none.
    pub table: String,
    /// The values of `queue_name` that are work to be done.
    pub queues: Vec<String>,
    /// The value of the failure transport; nothing where there is none.
    pub failed: Option<String>,
    /// After this time, a message that was taken and not acknowledged is taken again.
    pub redeliver_timeout: Duration,
}

impl Transport {
    /// All values of `queue_name` that are asked for.
    fn names(&self) -> impl Iterator<Item = &String> {
        self.queues.iter().chain(&self.failed)
    }
}

/// Whether a text is a table's name that needs no quotes, alone or behind a schema's.
pub fn is_table(text: &str) -> bool {
    let is_name = |name: &str| {
        let mut bytes = name.bytes();
        bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
            && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    text.split('.').count() <= 2 && text.split('.').all(is_name)
}

#[cfg(test)]
mod tests;
