//! One conversation with a PostgreSQL, by its simple protocol, which poolers understand too.
//!
//! Each statement has a transaction that cannot write, and ends there after its time.

use super::{Each, MOST_ROWS};
use crate::host::native::{dial, tls};
use crate::ports::{Endpoint, NoAnswer, NoRows, SqlRefusal, SqlRows, SqlServer, TlsSettings};
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;
use std::error::Error as _;
use std::io;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::config::SslMode;
use tokio_postgres::error::{Error, SqlState};
use tokio_postgres::tls::{ChannelBinding, NoTls, TlsConnect, TlsStream};
use tokio_postgres::{Client, Config, SimpleQueryMessage};

/// What the server calls us.
const APPLICATION: &str = "headcount";

/// More than that is no answer to a count: the connection ends.
const BYTES: usize = 256 * 1024;

pub async fn select(server: &SqlServer, statements: &[String], patience: Duration) -> Each {
    let mut config = Config::new();
    config.user(&server.user).dbname(&server.database).application_name(APPLICATION);
    if let Some(password) = &server.password {
        config.password(password.reveal());
    }
    let (plain, settings) = plain(&server.endpoint);
    let stream = Bounded { inner: dial::dial(&plain).await.map_err(NoRows::NoAnswer)?, left: BYTES };
    let client = match settings {
        None => {
            let (client, connection) = config
                .ssl_mode(SslMode::Disable)
                .connect_raw(stream, NoTls)
                .await
                .map_err(|e| failure(&e))?;
            tokio::spawn(connection);
            client
        }
        Some(settings) => {
            let tls = Tls { host: plain.host().to_owned(), settings };
            let (client, connection) =
                config.ssl_mode(SslMode::Require).connect_raw(stream, tls).await.map_err(|e| failure(&e))?;
            tokio::spawn(connection);
            client
        }
    };
    let mut each = Vec::new();
    for statement in statements {
        let rows = run(&client, statement, patience).await;
        let goes_on = !matches!(rows, Err(NoRows::NoAnswer(_)));
        each.push(rows);
        if !goes_on {
            break;
        }
    }
    Ok(each)
}

/// PostgreSQL begins TLS after a word in plain.
fn plain(endpoint: &Endpoint) -> (Endpoint, Option<TlsSettings>) {
    match endpoint {
        Endpoint::Tcp { host, port, tls } => (Endpoint::tcp(host.clone(), *port), tls.as_deref().cloned()),
        Endpoint::Socket(_) => (endpoint.clone(), None),
    }
}

async fn run(client: &Client, statement: &str, patience: Duration) -> Result<SqlRows, NoRows> {
    let text = format!(
        "BEGIN READ ONLY; SET LOCAL statement_timeout = {}; {statement}; COMMIT",
        patience.as_millis().max(1)
    );
    let messages = match client.simple_query(&text).await {
        Ok(messages) => messages,
        Err(e) => {
            // The next one must not be in this one's transaction; if the connection is gone, so is that.
            let _ = client.simple_query("ROLLBACK").await;
            return Err(failure(&e));
        }
    };
    let rows = messages.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    let cells = |row: &tokio_postgres::SimpleQueryRow| {
        (0..row.len()).map(|nth| row.try_get(nth).ok().flatten().map(str::to_owned)).collect()
    };
    Ok(rows.take(MOST_ROWS).map(cells).collect())
}

fn failure(e: &Error) -> NoRows {
    if let Some(said) = e.as_db_error() {
        let (code, words) = (said.code().code().to_owned(), said.message().to_owned());
        return NoRows::Refused(SqlRefusal { code, words });
    }
    let source = e.source().map(ToString::to_string).unwrap_or_default();
    let words = e.to_string();
    if words.starts_with("error performing TLS handshake") {
        return NoRows::NoAnswer(NoAnswer::Tls(source));
    }
    if words.starts_with("invalid configuration") {
        // The server wants a password and there is none.
        let code = SqlState::INVALID_PASSWORD.code().to_owned();
        return NoRows::Refused(SqlRefusal { code, words: source });
    }
    let is_cut = e.is_closed() || e.source().is_some_and(<dyn std::error::Error>::is::<io::Error>);
    NoRows::NoAnswer(if is_cut { NoAnswer::Reset } else { NoAnswer::NotTheProtocol(words) })
}

/// Begins TLS when the driver says so.
struct Tls {
    host: String,
    settings: TlsSettings,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Tls {
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let Self { host, settings } = self;
            let wrapped = tls::wrap(stream, &host, &settings).await;
            wrapped.map(Encrypted).map_err(|e| match e {
                NoAnswer::Tls(words) => io::Error::other(words),
                other => io::Error::other(other.to_string()),
            })
        })
    }
}

/// An encrypted connection. Passwords are not bound to it.
struct Encrypted<S>(tokio_rustls::client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Encrypted<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buf)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

/// A connection that ends after so many bytes of theirs: the driver itself holds whatever comes.
struct Bounded {
    inner: dial::Stream,
    left: usize,
}

impl AsyncRead for Bounded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(cx, buf);
        let came = buf.filled().len().saturating_sub(before);
        match self.left.checked_sub(came) {
            Some(left) => {
                self.left = left;
                polled
            }
            None => Poll::Ready(Err(io::Error::other("more than any count takes"))),
        }
    }
}

impl AsyncWrite for Bounded {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}
