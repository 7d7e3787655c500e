//! Real SQL databases on loopback: PostgreSQL and MariaDB, each in a folder of its own, as a user without rights where they
//! insist on that. And Symfony's Doctrine transport in them, of which the PHP part is in `systems/doctrine.php`.

use core::time::Duration;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::process::{Folder, Process, free_port, run};
use crate::redis_tls;
use crate::wait::eventually;

/// Making a data folder included, on a busy machine.
const STARTS_WITHIN: Duration = Duration::from_mins(1);
/// Of whoever may do everything. An `@` and a `/` are for the sake of addresses.
const ADMIN: &str = "adm@in/pw";

/// Which one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// PostgreSQL.
    Postgres,
    /// MariaDB.
    MariaDb,
}

/// A database server with one database, `shop`.
#[derive(Debug)]
pub struct Database {
    // First, because it ends before its folder goes away.
    server: Process,
    kind: Kind,
    port: u16,
    _folder: Folder,
    keys: Folder,
}

impl Database {
    /// Starts one and waits until it answers. It speaks TLS too, with a certificate for `redis_tls::NAME` and 127.0.0.1.
    pub fn start(kind: Kind) -> Self {
        let (folder, keys, port) = (Folder::new(), redis_tls::keys(true), free_port());
        let owner = match kind {
            Kind::Postgres => "postgres",
            Kind::MariaDb => "mysql",
        };
        for name in ["server.key", "server.pem"] {
            fs::copy(keys.at(name), folder.at(name)).unwrap();
        }
        fs::write(folder.at("password"), ADMIN).unwrap();
        let own = folder.at("");
        if is_root() {
            done(Command::new("chown").arg("-R").arg(owner).arg(&own));
        }
        done(Command::new("chmod").args(["700"]).arg(&own));
        done(Command::new("chmod").args(["600"]).arg(folder.at("server.key")));
        let at = |name: &str| folder.at(name).display().to_string();
        let mut command = match kind {
            Kind::Postgres => {
                let mut make = of(owner, &postgres("initdb"));
                make.args([
                    "--auth=scram-sha-256",
                    "--username=admin",
                    "--encoding=UTF8",
                    "--no-sync",
                    "--no-locale",
                ]);
                done(make.args(["-D", &at("data"), "--pwfile", &at("password")]));
                let mut command = of(owner, &postgres("postgres"));
                command.args([
                    "-D",
                    &at("data"),
                    "-p",
                    &port.to_string(),
                    "-c",
                    "listen_addresses=127.0.0.1",
                ]);
                command.args(["-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "ssl=on", "-c"]);
                command.arg(format!("ssl_cert_file={}", at("server.pem")));
                command.arg("-c").arg(format!("ssl_key_file={}", at("server.key")));
                command
            }
            Kind::MariaDb => {
                let mut make = of(owner, "mariadb-install-db");
                make.args(["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"]);
                done(make.arg(format!("--datadir={}", at("data"))));
                let mut command = of(owner, "/usr/sbin/mariadbd");
                command.args(["--no-defaults", "--bind-address=127.0.0.1", "--skip-log-bin"]);
                command.arg(format!("--port={port}")).arg(format!("--datadir={}", at("data")));
                command.arg(format!("--socket={}", at("socket"))).arg(format!("--pid-file={}", at("pid")));
                command
                    .arg(format!("--ssl-cert={}", at("server.pem")))
                    .arg(format!("--ssl-key={}", at("server.key")));
                command
            }
        };
        let server = Process::start(command.env("HOME", own), &keys.at("server.log"));
        let database = Self { server, kind, port, _folder: folder, keys };
        if kind == Kind::MariaDb {
            // Root has no password yet.
            let text = format!(
                "CREATE USER admin@'%' IDENTIFIED BY '{ADMIN}'; GRANT ALL ON *.* TO admin@'%' WITH GRANT OPTION;"
            );
            eventually("MariaDB to answer", STARTS_WITHIN, || database.run_as("root", "", "mysql", &text));
        }
        let first = if kind == Kind::Postgres { "postgres" } else { "mysql" };
        eventually("the database to answer", STARTS_WITHIN, || {
            database.run_as("admin", ADMIN, first, "CREATE DATABASE shop;")
        });
        database
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The address for a user, as Doctrine writes it; user and password as they are.
    pub fn url(&self, user: &str, password: &str) -> String {
        let scheme = if self.kind == Kind::Postgres { "postgresql" } else { "mysql" };
        let password = password.replace('@', "%40").replace('/', "%2F");
        format!("{scheme}://{user}:{password}@127.0.0.1:{}/shop?serverVersion=15&charset=utf8", self.port)
    }

    /// Runs statements as whoever may do everything, and returns what they found: cells by tabs, rows by lines.
    pub fn run(&self, text: &str) -> String {
        self.run_as("admin", ADMIN, "shop", text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    /// Starts statements that go on.
    pub fn start_running(&self, text: &str) -> Process {
        Process::start(&mut self.client("admin", ADMIN, "shop", text), &self.keys.at("client.log"))
    }

    /// A file of its keys: `ca.pem`.
    pub fn file(&self, name: &str) -> PathBuf {
        self.keys.at(name)
    }

    /// Sends its processes a signal: `STOP`, `CONT`.
    pub fn signal(&self, name: &str) {
        self.server.signal(name);
    }

    /// How many connections there have been so far.
    pub fn connections(&self) -> u64 {
        let text = match self.kind {
            Kind::Postgres => "SELECT sum(sessions) FROM pg_stat_database;",
            Kind::MariaDb => {
                "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'CONNECTIONS';"
            }
        };
        self.run(text).trim().parse().unwrap()
    }

    /// Symfony's transport in it.
    pub fn symfony(&self) -> Symfony<'_> {
        Symfony(self)
    }

    fn run_as(&self, user: &str, password: &str, database: &str, text: &str) -> Result<String, String> {
        let ran = run(&mut self.client(user, password, database, text));
        if ran.code == 0 { Ok(ran.out) } else { Err(ran.err) }
    }

    fn client(&self, user: &str, password: &str, database: &str, text: &str) -> Command {
        let port = self.port.to_string();
        match self.kind {
            Kind::Postgres => {
                let mut client = Command::new("psql");
                client.args([
                    "-X",
                    "-q",
                    "-A",
                    "-t",
                    "-F",
                    "\t",
                    "-v",
                    "ON_ERROR_STOP=1",
                    "-h",
                    "127.0.0.1",
                    "-p",
                    &port,
                ]);
                client.args(["-U", user, "-c", text, database]).env("PGPASSWORD", password);
                client
            }
            Kind::MariaDb => {
                let mut client = Command::new("mariadb");
                client.args([
                    "--no-defaults",
                    "--batch",
                    "--skip-column-names",
                    "--skip-ssl",
                    "-h",
                    "127.0.0.1",
                ]);
                client.args(["-P", &port, "-u", user, "-e", text, database]).env("MYSQL_PWD", password);
                client
            }
        }
    }
}

/// Symfony Messenger on its Doctrine transport.
#[derive(Clone, Copy, Debug)]
pub struct Symfony<'a>(&'a Database);

impl Symfony<'_> {
    /// Makes the table.
    pub fn set_up(self) {
        self.tell(&["setup"]);
    }

    /// Sends messages that take no time.
    pub fn send(self, count: u32) {
        self.tell(&["send", &count.to_string()]);
    }

    /// Sends one that fails for good.
    pub fn fail_one(self) {
        self.tell(&["fail"]);
    }

    /// Sends one that waits for an hour.
    pub fn delay_one(self) {
        self.tell(&["delay", "3600"]);
    }

    /// Sends one that holds whoever takes it.
    pub fn hold_one(self) {
        self.tell(&["hold", "3600"]);
    }

    /// Starts a worker.
    pub fn worker(self) -> Process {
        Process::start(&mut self.php(&["work"]), &self.0.keys.at("worker.log"))
    }

    fn tell(self, words: &[&str]) {
        let ran = run(&mut self.php(words));
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{words:?}: {}", ran.err);
    }

    fn php(self, words: &[&str]) -> Command {
        let mut php = Command::new("php");
        php.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/systems/doctrine.php")).args(words);
        php.env("DRIVER", if self.0.kind == Kind::Postgres { "pdo_pgsql" } else { "pdo_mysql" });
        php.env("PORT", self.0.port.to_string()).env("PASSWORD", ADMIN);
        php
    }
}

/// Debian keeps each version's programs in a folder of its own, off the path.
fn postgres(program: &str) -> String {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest =
        versions.map(|version| version.path().join("bin").join(program)).filter(|path| path.is_file()).max();
    newest.map_or_else(|| program.to_owned(), |path| path.display().to_string())
}

/// A program as another user, if we may do that: these servers do not run as root.
fn of(user: &str, program: &str) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.arg(format!("--reuid={user}")).arg(format!("--regid={user}")).args(["--clear-groups", program]);
    command
}

fn is_root() -> bool {
    run(Command::new("id").arg("-u")).out.trim() == "0"
}

fn done(command: &mut Command) {
    let ran = run(command);
    assert_eq!(ran.code, 0, "{command:?}: {}{}", ran.out, ran.err);
}
