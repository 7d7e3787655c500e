//! A real mail server (aiosmtpd) on loopback that prints every letter.

use core::time::Duration;
use std::io::Read as _;
use std::net::TcpStream;
use std::process::Command;

use crate::process::{Folder, Process, free_port};
use crate::systems::installed;
use crate::wait::eventually;

/// A busy machine takes a second for a Python.
const STARTS_WITHIN: Duration = Duration::from_secs(30);

/// A mail server. It ends with its value.
#[derive(Debug)]
pub struct MailServer {
    // First, because it ends before its folder goes away.
    process: Process,
    _folder: Folder,
    port: u16,
}

impl MailServer {
    /// Starts one, and waits until it greets.
    pub fn start() -> Self {
        let (folder, port) = (Folder::new(), free_port());
        let mut command = Command::new(installed("mail").join("bin/python"));
        command.args(["-u", "-m", "aiosmtpd", "--nosetuid", "--listen", &format!("127.0.0.1:{port}")]);
        command.args(["--class", "aiosmtpd.handlers.Debugging", "stdout"]).current_dir(folder.path());
        let process = Process::start(&mut command, &folder.at("letters"));
        eventually("the mail server to greet", STARTS_WITHIN, || {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
            let mut greeting = [0; 3];
            stream.read_exact(&mut greeting).ok()?;
            (greeting == *b"220").then_some(())
        });
        Self { process, _folder: folder, port }
    }

    /// Its address, as a channel of alerts has it.
    pub fn url(&self) -> String {
        format!("smtp+plain://127.0.0.1:{}", self.port)
    }

    /// All letters so far, as they came.
    pub fn letters(&self) -> String {
        self.process.log()
    }
}
