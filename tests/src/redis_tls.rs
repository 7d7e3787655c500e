//! A Redis that speaks TLS, with an authority, a server's and a client's certificate made for it by `openssl`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::process::{Folder, free_port, run};
use crate::redis::Redis;

/// What the server's certificate is for, besides 127.0.0.1.
pub const NAME: &str = "redis.internal";

/// What each certificate is for, in the words of openssl.
const KINDS: &str = "[req]\ndistinguished_name = nobody\n[nobody]\n\
    [ca]\nbasicConstraints = critical,CA:TRUE\n\
    [server]\nbasicConstraints = CA:FALSE\nsubjectAltName = DNS:redis.internal,IP:127.0.0.1\n\
    [other]\nbasicConstraints = CA:FALSE\nsubjectAltName = DNS:redis.internal\n\
    [client]\nbasicConstraints = CA:FALSE\n";

/// A Redis with a TLS port beside its plain one.
#[derive(Debug)]
pub struct TlsRedis {
    /// It, by its plain port.
    pub redis: Redis,
    /// Its port for TLS.
    pub port: u16,
    keys: Folder,
}

/// Whose certificate a server asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clients {
    /// Nobody's.
    Anybody,
    /// That of each client, from its own authority.
    Known,
}

impl TlsRedis {
    /// Starts one whose certificate is for [`NAME`], and with `for_address` for 127.0.0.1 too.
    pub fn start(clients: Clients, for_address: bool) -> Self {
        let keys = keys(for_address);
        let port = free_port();
        let path = |name: &str| keys.at(name).display().to_string();
        let redis = Redis::of(
            "redis-server",
            &[
                "--tls-port",
                &port.to_string(),
                "--tls-cert-file",
                &path("server.pem"),
                "--tls-key-file",
                &path("server.key"),
                "--tls-ca-cert-file",
                &path("ca.pem"),
                "--tls-auth-clients",
                if clients == Clients::Known { "yes" } else { "no" },
            ],
        );
        Self { redis, port, keys }
    }

    /// `ca.pem`, `client.pem` and `client.key`.
    pub fn file(&self, name: &str) -> PathBuf {
        self.keys.at(name)
    }

    /// Its URL; database 0.
    pub fn url(&self) -> String {
        format!("rediss://127.0.0.1:{}", self.port)
    }
}

/// `ca.pem`, and `server` and `client`, each as `.pem` and `.key`. The server's is for [`NAME`], and with `for_address`
/// for 127.0.0.1 too.
pub(crate) fn keys(for_address: bool) -> Folder {
    let keys = Folder::new();
    fs::write(keys.at("kinds.cnf"), KINDS).unwrap();
    make(&keys, "ca", "ca");
    make(&keys, "server", if for_address { "server" } else { "other" });
    make(&keys, "client", "client");
    keys
}

fn make(keys: &Folder, name: &str, kind: &str) {
    let mut command = Command::new("openssl");
    command.current_dir(keys.path()).args(["req", "-x509", "-newkey", "ec", "-pkeyopt"]);
    command.args(["ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-config", "kinds.cnf"]);
    command.args(["-extensions", kind, "-subj", &format!("/CN={name}")]);
    command.args(["-keyout", &format!("{name}.key"), "-out", &format!("{name}.pem")]);
    if kind != "ca" {
        command.args(["-CA", "ca.pem", "-CAkey", "ca.key"]);
    }
    let ran = run(&mut command);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}
