//! A RabbitMQ or an SQL database that `headcount try` is told of: asked once, and told what came of it.
//!
//! Not recognising: `detect` does.

use super::{PATIENCE, Seen, get, names, refused};
use crate::config;
use crate::detect::queues::Found;
use crate::detect::{broker, table};
use crate::host::native::cli::Failure;
use crate::host::native::{database, say};
use crate::ports::{HttpRequest, NoAnswer, NoRows};
use tokio::time::timeout;

/// Lists the queues of a virtual host, by the address of the management API.
pub async fn broker(address: &str) -> Result<Seen, Failure> {
    let place = config::management(address)
        .map_err(|fault| refused(format!("the address of RabbitMQ's management API {fault}")))?;
    let headers: Vec<_> =
        place.authorization.into_iter().map(|value| ("authorization".to_owned(), value)).collect();
    let request = HttpRequest { url: &broker::listed(&place.base), headers: &headers, tls: None };
    let shown = &place.shown;
    let answer = get(&request).await.map_err(|e| {
        refused(format!(
            "RabbitMQ's management API at {shown}: {e}; check that it runs, the host, and the port of the management \
             API, which is not the broker's own: 15672"
        ))
    })?;
    let found = broker::found(&answer).map_err(|why| refused(format!("{shown} {why}")))?;
    Ok(seen(found, shown.replace("***@", "user:password@")))
}

/// Looks for Symfony's table.
pub async fn database(address: &str) -> Result<Seen, Failure> {
    let (server, shown) =
        config::sql_server(address).map_err(|fault| refused(format!("the address {fault}")))?;
    let asked = timeout(PATIENCE, database::select(&server, &[table::statement()], PATIENCE)).await;
    let rows = match asked {
        Ok(Ok(each)) => each.into_iter().next().unwrap_or(Ok(Vec::new())),
        Ok(Err(failure)) => Err(failure),
        Err(_) => Err(NoRows::NoAnswer(NoAnswer::TimedOut(PATIENCE))),
    };
    let found = table::found(rows).map_err(|why| refused(format!("{shown}: {why}")))?;
    Ok(seen(found, shown.replace("***@", "user:password@")))
}

fn seen(found: Found, export: String) -> Seen {
    say::aside(format_args!("found: {}{}", found.system, names(&found)));
    Seen { found: vec![found], db: 0, is_cluster: false, export, nothing: None }
}
