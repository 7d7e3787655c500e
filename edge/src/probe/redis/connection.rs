//! Carries an exchange over a byte stream: one write, then reading until every reply is there.
//!
//! No deadline: the caller races this against one and keeps the exchange, with what had arrived by then.

use super::exchange::Exchange;
use super::reply::Missing;
use crate::ports::NoAnswer;
use shared::reading::Why;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Asks, and reads the replies.
///
/// # Errors
/// Why the replies that are missing are missing; those that arrived are in `exchange`.
pub async fn converse<S>(exchange: &mut Exchange, stream: &mut S) -> Result<(), Missing>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    // A server that hangs up at once may have said why: a failed write is no reason not to read.
    let _ = stream.write_all(exchange.request()).await;
    let _ = stream.flush().await;
    let mut chunk = vec![0; CHUNK];
    while !exchange.is_complete() {
        match stream.read(&mut chunk).await {
            Ok(0) | Err(_) if exchange.heard_anything() => {
                return Err(Missing::new(Why::NotAnswering, "connection closed before all was answered"));
            }
            Ok(0) | Err(_) => return Err(Missing::new(Why::NotAnswering, NoAnswer::Reset.to_string())),
            Ok(n) => exchange.receive(chunk.get(..n).unwrap_or_default())?,
        }
    }
    Ok(())
}

/// Bytes read at once: a usual round's replies.
const CHUNK: usize = 4096;

#[cfg(test)]
#[path = "connection_tests.rs"]
mod tests;
