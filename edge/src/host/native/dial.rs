//! Opening connections: names, TCP, TLS where it is wanted, and sockets in the file system.
//!
//! Not deadlines: the probe races them.

use super::tls;
use crate::ports::{Endpoint, NoAnswer};
use core::pin::Pin;
use core::task::{Context, Poll};
use std::io;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, UnixStream, lookup_host};
use tokio_rustls::client::TlsStream;

/// A connection, with or without TLS.
#[derive(Debug)]
pub enum Stream {
    /// As it is.
    Plain(TcpStream),
    /// A socket in the file system.
    Socket(UnixStream),
    /// Encrypted.
    Tls(Box<TlsStream<TcpStream>>),
}

/// Connects.
pub async fn dial(endpoint: &Endpoint) -> Result<Stream, NoAnswer> {
    match endpoint {
        Endpoint::Tcp { host, port, tls: None } => Ok(Stream::Plain(connect(host, *port).await?)),
        Endpoint::Tcp { host, port, tls: Some(settings) } => {
            let stream = connect(host, *port).await?;
            Ok(Stream::Tls(Box::new(tls::wrap(stream, host, settings).await?)))
        }
        Endpoint::Socket(path) => match UnixStream::connect(path).await {
            Ok(stream) => Ok(Stream::Socket(stream)),
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied) => {
                Err(NoAnswer::NotTheProtocol(format!("{path}: {e}")))
            }
            Err(e) => Err(no_connection(&e)),
        },
    }
}

async fn connect(host: &str, port: u16) -> Result<TcpStream, NoAnswer> {
    let addresses = lookup_host((host, port)).await.map_err(|_| NoAnswer::Dns)?;
    let mut failure = NoAnswer::Dns;
    for address in addresses {
        match TcpStream::connect(address).await {
            Ok(stream) => {
                // The one write is complete; nothing is gained by waiting for more.
                let _ = stream.set_nodelay(true);
                return Ok(stream);
            }
            Err(e) => failure = no_connection(&e),
        }
    }
    Err(failure)
}

fn no_connection(e: &io::Error) -> NoAnswer {
    match e.kind() {
        io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted | io::ErrorKind::BrokenPipe => {
            NoAnswer::Reset
        }
        _ if is_our_limit(e) => NoAnswer::OurFault(e.to_string()),
        io::ErrorKind::TimedOut => NoAnswer::NotTheProtocol(e.to_string()),
        _ => NoAnswer::Refused,
    }
}

/// Too many open files: in this process (EMFILE), or on its machine (ENFILE).
pub fn is_our_limit(e: &io::Error) -> bool {
    matches!(e.raw_os_error(), Some(23 | 24))
}

impl AsyncRead for Stream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_read(cx, buf),
            Self::Socket(stream) => Pin::new(stream).poll_read(cx, buf),
            Self::Tls(stream) => Pin::new(stream).poll_read(cx, buf),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_write(cx, buf),
            Self::Socket(stream) => Pin::new(stream).poll_write(cx, buf),
            Self::Tls(stream) => Pin::new(stream).poll_write(cx, buf),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Self::Socket(stream) => Pin::new(stream).poll_flush(cx),
            Self::Tls(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Self::Socket(stream) => Pin::new(stream).poll_shutdown(cx),
            Self::Tls(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}
