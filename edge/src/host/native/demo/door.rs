//! A port on loopback behind which the script may let nobody in.
//!
//! Not what is said inside. The port stays bound while the door is shut, so that no other process can take it.

use super::Day;
use super::script::{Access, World};
use crate::host::native::clock;
use axum::serve::Listener;
use core::net::{Ipv4Addr, SocketAddr};
use core::time::Duration;
use std::io;
use tokio::net::{TcpListener, TcpStream};

/// A listening port.
#[derive(Debug)]
pub struct Door {
    listener: TcpListener,
    address: SocketAddr,
    day: Day,
    access: fn(&World) -> Access,
}

impl Door {
    /// Listens on a free port. `access` says which of the script's doors this is.
    pub async fn open(day: Day, access: fn(&World) -> Access) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        Ok(Self { address: listener.local_addr()?, listener, day, access })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The next visitor who is let in. All others are hung up on without a word.
    pub async fn visitor(&self) -> (TcpStream, SocketAddr) {
        /// Out of file descriptors, most likely: others need time to close theirs.
        const PAUSE: Duration = Duration::from_millis(100);
        loop {
            match self.listener.accept().await {
                Ok(visitor) => match (self.access)(&self.day.world(clock::now())) {
                    Access::Open => return visitor,
                    Access::Shut => drop(visitor),
                },
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }
}

impl Listener for Door {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        self.visitor().await
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}
