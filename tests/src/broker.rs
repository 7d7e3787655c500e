//! A real RabbitMQ on loopback with its management API, and clients of it, of which the Python part is in
//! `systems/rabbit_app.py`.

use core::time::Duration;
use std::fs;
use std::net::TcpStream;
use std::process::Command;

use serde_json::json;

use crate::process::{Folder, Process, free_port, run};
use crate::systems::installed;
use crate::wait::eventually;

/// Erlang and the management API take some ten seconds on two busy cores.
const STARTS_WITHIN: Duration = Duration::from_mins(2);
/// The virtual host that everything is in.
pub const VHOST: &str = "the shop/1";
/// Work, dead letters, and what waits for its time.
pub const QUEUES: [&str; 3] = ["mail {a}", "dead", "later"];

/// A broker.
#[derive(Debug)]
pub struct RabbitMq {
    // First, because it ends before its folder goes away.
    server: Process,
    _names: Process,
    port: u16,
    api: u16,
    folder: Folder,
}

impl RabbitMq {
    /// Starts one and waits until its API answers. `probe` may look at [`VHOST`] and nothing else, `stranger` has the API
    /// but no virtual host, `worker` has no API; the password of each is `p@ss/word`.
    pub fn start() -> Self {
        let (folder, port, api) = (Folder::new(), free_port(), free_port());
        let at = |name: &str| folder.at(name).display().to_string();
        let user = |name: &str, tags: &str| json!({ "name": name, "password": "p@ss/word", "tags": tags });
        let right = |user: &str, what: &str| json!({ "user": user, "vhost": VHOST, "configure": what, "write": what, "read": what });
        let queue = |name: &str, arguments: serde_json::Value| json!({ "name": name, "vhost": VHOST, "durable": true, "auto_delete": false, "arguments": arguments });
        let back = json!({ "x-dead-letter-exchange": "", "x-dead-letter-routing-key": QUEUES[0] });
        let dead = json!({ "x-dead-letter-exchange": "", "x-dead-letter-routing-key": QUEUES[1] });
        let definitions = json!({
            "users": [user("probe", "management"), user("stranger", "management"), user("worker", "")],
            "vhosts": [{ "name": VHOST }],
            "permissions": [right("probe", "^$"), right("worker", ".*")],
            "queues": [queue(QUEUES[0], dead), queue(QUEUES[1], json!({})), queue(QUEUES[2], back)],
        });
        fs::write(folder.at("definitions.json"), definitions.to_string()).unwrap();
        fs::write(folder.at("plugins"), "[rabbitmq_management].").unwrap();
        fs::write(folder.at("env"), "").unwrap();
        let config = format!(
            "management.tcp.ip = 127.0.0.1\nmanagement.tcp.port = {api}\nload_definitions = {}\n",
            at("definitions.json")
        );
        fs::write(folder.at("rabbitmq.conf"), config).unwrap();
        // Erlang would start its own as a daemon, which would stay behind.
        let names_at = free_port();
        let names_port = names_at.to_string();
        let mut names = Command::new("epmd");
        let names = Process::start(
            names.args(["-address", "127.0.0.1", "-port", &names_port]),
            &folder.at("names.log"),
        );
        eventually("Erlang's port mapper to answer", STARTS_WITHIN, || {
            TcpStream::connect(("127.0.0.1", names_at))
        });
        let mut command = Command::new("/usr/lib/rabbitmq/bin/rabbitmq-server");
        command.env("HOME", folder.path()).env("RABBITMQ_NODENAME", format!("headcount-{port}@localhost"));
        for (name, value) in [
            ("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1".to_owned()),
            ("RABBITMQ_NODE_PORT", port.to_string()),
            ("RABBITMQ_DIST_PORT", free_port().to_string()),
            ("RABBITMQ_MNESIA_BASE", at("mnesia")),
            ("RABBITMQ_LOG_BASE", at("log")),
            ("RABBITMQ_LOGS", "-".to_owned()),
            ("RABBITMQ_PID_FILE", at("pid")),
            ("RABBITMQ_ENABLED_PLUGINS_FILE", at("plugins")),
            ("RABBITMQ_CONFIG_FILE", at("rabbitmq")),
            ("RABBITMQ_CONF_ENV_FILE", at("env")),
            ("ERL_EPMD_PORT", names_port.clone()),
            ("ERL_EPMD_ADDRESS", "127.0.0.1".to_owned()),
        ] {
            command.env(name, value);
        }
        let server = Process::start(&mut command, &folder.at("server.log"));
        let mut broker = Self { server, _names: names, port, api, folder };
        eventually("RabbitMQ to answer", STARTS_WITHIN, || {
            assert!(!broker.server.has_ended(), "it ended: {}", broker.server.log());
            let answer = crate::http::ask("GET", api, "/api/overview", &[("authorization", PROBE)]);
            match answer {
                Ok(answer) if answer.status == 200 => Ok(()),
                other => Err(format!("{other:?}")),
            }
        });
        broker
    }

    /// The address of its API for a user.
    pub fn url(&self, user: &str, password: &str) -> String {
        format!("http://{user}:{password}@127.0.0.1:{}/the%20shop%2F1", self.api)
    }

    /// Sends its processes a signal: `STOP`, `CONT`.
    pub fn signal(&self, name: &str) {
        self.server.signal(name);
    }

    /// Starts a client that subscribes, and holds what it is given.
    pub fn subscriber(&self) -> Process {
        self.start_client("subscribe")
    }

    /// Starts a client that polls, as Symfony's does, and holds what it gets.
    pub fn poller(&self) -> Process {
        self.start_client("poll")
    }

    /// Sends messages to a queue, dated a minute ago.
    pub fn send(&self, queue: &str, count: u32) {
        self.tell(&["send", queue, &count.to_string()]);
    }

    /// Takes one message from the queue of work and refuses it for good.
    pub fn reject_one(&self) {
        self.tell(&["reject"]);
    }

    fn start_client(&self, what: &str) -> Process {
        Process::start(&mut self.client(&[what]), &self.folder.at("client.log"))
    }

    fn tell(&self, words: &[&str]) {
        let ran = run(&mut self.client(words));
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{words:?}: {}", ran.err);
    }

    fn client(&self, words: &[&str]) -> Command {
        // Celery's own library for AMQP.
        let mut python = Command::new(installed("celery").join("bin/python"));
        python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/systems/rabbit_app.py")).args(words);
        python.env("PORT", self.port.to_string()).env("VHOST", VHOST).env("QUEUE", QUEUES[0]);
        python.env("PYTHONDONTWRITEBYTECODE", "1");
        python
    }
}

/// `probe` and its password, as HTTP sends them.
const PROBE: &str = "Basic cHJvYmU6cEBzcy93b3Jk";
