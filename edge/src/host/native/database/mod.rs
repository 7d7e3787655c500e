//! SQL databases of applications: PostgreSQL by tokio-postgres, MySQL and MariaDB by mysql_async.
//!
//! Drivers leave tasks behind that go on waiting for a server that hangs; here each conversation has a runtime of its own,
//! on a thread of its own, and nothing outlives that. Not what is asked: `probe::doctrine` says that.

#[cfg(feature = "doctrine")]
mod mysql;
#[cfg(feature = "doctrine")]
mod postgres;

use crate::ports::{NoAnswer, NoRows, SqlRows, SqlServer};
use core::time::Duration;

/// What came of each statement.
type Each = Result<Vec<Result<SqlRows, NoRows>>, NoRows>;

/// Rows beyond this are not read: there is one for each name that is asked for.
#[cfg(feature = "doctrine")]
const MOST_ROWS: usize = 256;

/// Asks.
#[cfg(feature = "doctrine")]
pub async fn select(server: &SqlServer, statements: &[String], limit: Duration) -> Each {
    let (server, statements) = (server.clone(), statements.to_vec());
    let (say, heard) = tokio::sync::oneshot::channel();
    let conversation = move || {
        // Whoever asked may have given up.
        drop(say.send(converse(&server, &statements, limit)));
    };
    if let Err(e) = std::thread::Builder::new().name("database".to_owned()).spawn(conversation) {
        return Err(our_fault(&e));
    }
    heard
        .await
        .unwrap_or_else(|_| Err(NoRows::NoAnswer(NoAnswer::OurFault("the driver has failed".to_owned()))))
}

/// There is no driver; the configuration says so before.
#[cfg(not(feature = "doctrine"))]
pub async fn select(_: &SqlServer, _: &[String], _: Duration) -> Each {
    let words = "this binary was built without SQL".to_owned();
    core::future::ready(Err(NoRows::NoAnswer(NoAnswer::OurFault(words)))).await
}

#[cfg(feature = "doctrine")]
fn converse(server: &SqlServer, statements: &[String], limit: Duration) -> Each {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| our_fault(&e))?;
    let patience = patience(limit, statements.len());
    let asked = runtime.block_on(async {
        let asked = async {
            match server.dialect {
                crate::ports::Dialect::PostgreSql => postgres::select(server, statements, patience).await,
                crate::ports::Dialect::MySql => mysql::select(server, statements, patience).await,
            }
        };
        tokio::time::timeout(limit, asked).await
    });
    // A name that does not resolve would hold the thread.
    runtime.shutdown_background();
    asked.unwrap_or(Err(NoRows::NoAnswer(NoAnswer::TimedOut(limit))))
}

/// How long the server may take for one statement: so that it ends by itself, and that the others still have a turn.
#[cfg(feature = "doctrine")]
fn patience(limit: Duration, statements: usize) -> Duration {
    limit * 3 / 4 / u32::try_from(statements).unwrap_or(u32::MAX).max(1)
}

#[cfg(feature = "doctrine")]
fn our_fault(e: &std::io::Error) -> NoRows {
    NoRows::NoAnswer(NoAnswer::OurFault(e.to_string()))
}
