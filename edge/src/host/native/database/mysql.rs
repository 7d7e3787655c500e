//! One conversation with a MySQL or MariaDB.
//!
//! The session cannot write, and each of its statements ends on the server after its time.

use super::{Each, MOST_ROWS};
use crate::host::native::dial;
use crate::ports::{Endpoint, NoAnswer, NoRows, SqlRefusal, SqlRows, SqlServer, TlsSettings};
use core::time::Duration;
use mysql_async::prelude::Queryable as _;
use mysql_async::{Conn, Error, IoError, OptsBuilder, Row, SslOpts, Value};
use std::io;

/// A packet is a row or an error; ours are short.
const PACKET: usize = 64 * 1024;

/// The server may end the session when nothing comes for so many seconds.
const WAITS_S: usize = 60;

pub async fn select(server: &SqlServer, statements: &[String], patience: Duration) -> Each {
    let mut conn = Conn::new(options(server)).await.map_err(|e| failure(&e))?;
    conn.query_drop("SET SESSION TRANSACTION READ ONLY").await.map_err(|e| failure(&e))?;
    // Each of the two reads its own comment. Servers older than both settings have neither.
    let (seconds, millis) = (patience.as_secs_f64(), patience.as_millis().max(1));
    let limits = format!(
        "SET SESSION /*M! max_statement_time={seconds:.3} */ /*!50708 max_execution_time={millis} */"
    );
    match conn.query_drop(limits).await {
        Ok(()) | Err(Error::Server(_)) => {}
        Err(e) => return Err(failure(&e)),
    }
    let mut each = Vec::new();
    for statement in statements {
        let rows = run(&mut conn, statement).await;
        let goes_on = !matches!(rows, Err(NoRows::NoAnswer(_)));
        each.push(rows);
        if !goes_on {
            break;
        }
    }
    // It has said everything.
    let _ = conn.disconnect().await;
    Ok(each)
}

fn options(server: &SqlServer) -> OptsBuilder {
    let password = server.password.as_ref().map(|password| password.reveal().to_owned());
    let options = OptsBuilder::default()
        .user(Some(&server.user))
        .pass(password)
        .db_name(Some(&server.database))
        // Given here, they are not asked for.
        .max_allowed_packet(Some(PACKET))
        .wait_timeout(Some(WAITS_S))
        .stmt_cache_size(0)
        .prefer_socket(false);
    match &server.endpoint {
        Endpoint::Socket(path) => options.socket(Some(path)),
        Endpoint::Tcp { host, port, tls } => {
            options.ip_or_hostname(host.clone()).tcp_port(*port).ssl_opts(tls.as_deref().map(encrypted))
        }
    }
}

fn encrypted(settings: &TlsSettings) -> SslOpts {
    let mut options = SslOpts::default();
    if let Some(ca) = &settings.ca {
        options =
            options.with_root_certs(vec![ca.clone().into_bytes().into()]).with_disable_built_in_roots(true);
    }
    match &settings.server_name {
        Some(name) => options.with_danger_tls_hostname_override(Some(name.clone())),
        None => options,
    }
}

async fn run(conn: &mut Conn, statement: &str) -> Result<SqlRows, NoRows> {
    let mut answer = conn.query_iter(statement).await.map_err(|e| failure(&e))?;
    let mut rows = Vec::new();
    while let Some(row) = answer.next().await.map_err(|e| failure(&e))? {
        if rows.len() == MOST_ROWS {
            return Err(NoRows::NoAnswer(NoAnswer::NotTheProtocol(
                "more rows than any count has".to_owned(),
            )));
        }
        rows.push(cells(row));
    }
    Ok(rows)
}

fn cells(row: Row) -> Vec<Option<String>> {
    // Whatever the column's type, plain statements are answered with texts.
    let cell = |value| match value {
        Some(Value::Bytes(bytes)) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        _ => None,
    };
    row.unwrap_raw().into_iter().map(cell).collect()
}

fn failure(e: &Error) -> NoRows {
    match e {
        Error::Server(said) => {
            NoRows::Refused(SqlRefusal { code: said.code.to_string(), words: said.message.clone() })
        }
        Error::Io(IoError::Tls(e)) => NoRows::NoAnswer(NoAnswer::Tls(e.to_string())),
        Error::Io(IoError::Io(e)) => NoRows::NoAnswer(no_connection(e)),
        other => NoRows::NoAnswer(NoAnswer::NotTheProtocol(other.to_string())),
    }
}

fn no_connection(e: &io::Error) -> NoAnswer {
    match e.kind() {
        io::ErrorKind::ConnectionRefused => NoAnswer::Refused,
        io::ErrorKind::InvalidData => NoAnswer::Tls(e.to_string()),
        // getaddrinfo has no number of the system's.
        _ if e.raw_os_error().is_none() && e.to_string().contains("lookup") => NoAnswer::Dns,
        _ if dial::is_our_limit(e) => NoAnswer::OurFault(e.to_string()),
        _ => NoAnswer::Reset,
    }
}
