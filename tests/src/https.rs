//! A server over HTTPS whose certificate nobody knows but its own authority: OpenSSL's, which hands out files as answers.

use std::fs;
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::process::{Folder, Process, free_port};
use crate::redis_tls::{Clients, keys};
use crate::wait::eventually;

/// It starts in far less.
const STARTS_WITHIN: Duration = Duration::from_secs(20);

/// A server that answers the same at each path always.
#[derive(Debug)]
pub struct Https {
    // First, because it ends before its folder goes away.
    _server: Process,
    port: u16,
    keys: Folder,
}

impl Https {
    /// Starts one with these JSON documents at these paths. Its certificate is for `redis_tls::NAME`, and with
    /// `for_address` for 127.0.0.1 too.
    pub fn start(clients: Clients, for_address: bool, documents: &[(&str, &str)]) -> Self {
        let (keys, port) = (keys(for_address), free_port());
        for (path, document) in documents {
            let at = keys.at(path);
            fs::create_dir_all(at.parent().unwrap()).unwrap();
            let answer = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{document}",
                document.len()
            );
            fs::write(at, answer).unwrap();
        }
        let mut command = Command::new("openssl");
        command.current_dir(keys.path()).args(["s_server", "-quiet", "-HTTP", "-accept"]);
        command.arg(format!("127.0.0.1:{port}")).args(["-cert", "server.pem", "-key", "server.key"]);
        if clients == Clients::Known {
            command.args(["-Verify", "1", "-verify_return_error", "-CAfile", "ca.pem"]);
        }
        let server = Process::start(&mut command, &keys.at("server.log"));
        eventually("openssl to listen", STARTS_WITHIN, || TcpStream::connect(("127.0.0.1", port)));
        Self { _server: server, port, keys }
    }

    /// `ca.pem`, `client.pem` and `client.key`.
    pub fn file(&self, name: &str) -> PathBuf {
        self.keys.at(name)
    }

    /// Its URL, without a path.
    pub fn url(&self) -> String {
        format!("https://127.0.0.1:{}", self.port)
    }
}
