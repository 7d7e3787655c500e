//! The command line (DESIGN 5.2): commands, their options, and what they exit with.
//!
//! Not what the commands do: each has its own file.

use super::gate::Evidence;
use super::log::{self, LogOptions};
use super::ops_link::{self, Picture};
use super::settings::Refusal;
use super::{check, config_command, demo, gate, notify, say, serve, try_command};
use clap::{Args, Parser, Subcommand};
use core::time::Duration;
use shared::state::Verdict;
use std::path::PathBuf;
use std::process::ExitCode;

/// A status page that counts your workers: who is alive, what is waiting, what failed for good.
#[derive(Parser, Debug)]
#[command(name = "headcount", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str =
    "Exit codes: 0 operational, degraded or draining; 1 down; 2 unknown; 3 configuration or usage.";

#[derive(Subcommand, Debug)]
enum Command {
    /// Make rounds and serve the page.
    Serve {
        #[command(flatten)]
        config: ConfigFile,
        #[command(flatten)]
        listen: Listen,
        /// Where to remember, or :memory:.
        #[arg(long, default_value = "./headcount.db")]
        data: String,
        /// Also push what each round finds to another Headcount's /ingest; the key is in $HEADCOUNT_PUSH_KEY.
        #[arg(long, value_name = "URL")]
        push: Option<String>,
        #[command(flatten)]
        log: LogOptions,
    },
    /// The same, over a built-in sample application that lives through a day in three minutes.
    Demo {
        #[command(flatten)]
        listen: Listen,
        #[command(flatten)]
        log: LogOptions,
    },
    /// Find out what an application and its queues speak: prints a configuration, looks once, and serves from memory.
    Try {
        /// Its health endpoint; or only where its queues are.
        #[arg(value_name = "URL")]
        url: String,
        /// Where its queues are: redis://user:password@host:6379/0, the address of RabbitMQ's management API, or that of
        /// a database.
        #[arg(value_name = "STORE_URL")]
        store_url: Option<String>,
        #[command(flatten)]
        listen: Listen,
        /// Look once and exit with the verdict instead of serving.
        #[arg(long)]
        once: bool,
    },
    /// One round; prints the board.
    Check {
        #[command(flatten)]
        config: ConfigFile,
        /// Print /status.json instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Hold a deployment until the new release is seen to work.
    Gate {
        #[command(flatten)]
        config: ConfigFile,
        /// Give up after this time.
        #[arg(long, default_value = "90s", value_parser = duration)]
        timeout: Duration,
        /// Accept signs of life that are older than this gate.
        #[arg(long)]
        allow_old: bool,
        /// When it opens, set this mark on the page: what was deployed, like "planner 1.42". Public.
        #[arg(long, value_name = "TEXT")]
        mark: Option<String>,
    },
    /// Whether a running Headcount answers, for container checks.
    Alive {
        #[command(flatten)]
        listen: Listen,
    },
    /// Look whether alerts arrive.
    Notify {
        #[command(subcommand)]
        command: NotifyCommand,
    },
    /// Let somebody into the operator's view of a running page.
    Ops {
        #[command(subcommand)]
        command: OpsCommand,
    },
    /// Check or write the configuration file.
    Config {
        #[command(subcommand)]
        command: ConfigCommand,
    },
}

#[derive(Subcommand, Debug)]
enum NotifyCommand {
    /// Send one test message and say what came back.
    Test {
        /// The channel's id.
        channel: String,
        #[command(flatten)]
        config: ConfigFile,
    },
}

#[derive(Subcommand, Debug)]
enum OpsCommand {
    /// Print an address that opens it once within ten minutes, and a picture of it for a phone's camera.
    Link {
        #[command(flatten)]
        config: ConfigFile,
        /// When to draw the picture.
        #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
        qr: Picture,
    },
}

#[derive(Subcommand, Debug)]
enum ConfigCommand {
    /// Validate the file and print what it means, secrets hidden.
    Check {
        #[command(flatten)]
        config: ConfigFile,
        /// Also make one round, and say for each target what came back and what to do.
        #[arg(long)]
        live: bool,
        /// Check it for Cloudflare Workers.
        #[arg(long)]
        worker: bool,
    },
    /// Write a commented file that runs.
    Init {
        #[command(flatten)]
        config: ConfigFile,
    },
}

/// Which file.
#[derive(Args, Debug)]
pub struct ConfigFile {
    /// The configuration file.
    #[arg(long, default_value = "./headcount.toml")]
    pub config: PathBuf,
}

/// Which address.
#[derive(Args, Debug)]
pub struct Listen {
    /// The address to listen on.
    #[arg(long, env = "HEADCOUNT_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
}

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub enum Failure {
    /// The configuration or the usage is wrong: exit 3.
    Usage(Vec<String>),
    /// What was asked about is down: exit 1.
    Down(String),
    /// The gate stayed closed: exit by its verdict.
    Closed {
        /// Down or unknown.
        verdict: Verdict,
        /// What was missing.
        why: Vec<String>,
    },
}

impl From<Refusal> for Failure {
    fn from(Refusal(lines): Refusal) -> Self {
        Self::Usage(lines)
    }
}

/// Runs what the arguments say.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => {
            // Help and version are no mistakes.
            let mistaken = e.use_stderr();
            let _ = e.print();
            return if mistaken { ExitCode::from(3) } else { ExitCode::SUCCESS };
        }
    };
    log::begin(match &cli.command {
        Command::Serve { log, .. } | Command::Demo { log, .. } => *log,
        _ => LogOptions::PLAIN,
    });
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => return exit(Err(Failure::Usage(vec![e.to_string()]))),
    };
    exit(runtime.block_on(command(cli.command)))
}

async fn command(command: Command) -> Result<Verdict, Failure> {
    const WELL: Verdict = Verdict::Operational;
    match command {
        Command::Serve { config, listen, data, push, .. } => {
            serve::from_file(config.config, &listen.listen, data, push).await.map(|()| WELL)
        }
        Command::Demo { listen, .. } => demo::run(&listen.listen).await.map(|()| WELL),
        Command::Try { url, store_url, listen, once } => {
            let listen = (!once).then_some(listen.listen);
            try_command::run(&url, store_url.as_deref(), listen).await
        }
        Command::Check { config, json } => check::check(&config.config, json).await,
        Command::Gate { config, timeout, allow_old, mark } => {
            let evidence = if allow_old { Evidence::Old } else { Evidence::New };
            gate::gate(&config.config, timeout, evidence, mark.as_deref()).await.map(|()| WELL)
        }
        Command::Alive { listen } => check::alive(&listen).await.map(|()| WELL),
        Command::Notify { command: NotifyCommand::Test { channel, config } } => {
            notify::test(&config.config, &channel).await.map(|()| WELL)
        }
        Command::Ops { command: OpsCommand::Link { config, qr } } => {
            ops_link::link(&config.config, qr).map(|()| WELL)
        }
        Command::Config { command: ConfigCommand::Check { config, live, worker } } => {
            config_command::check(&config.config, live, worker).await.map(|()| WELL)
        }
        Command::Config { command: ConfigCommand::Init { config } } => {
            config_command::init(&config.config).map(|()| WELL)
        }
    }
}

fn exit(result: Result<Verdict, Failure>) -> ExitCode {
    let verdict = match result {
        Ok(verdict) => verdict,
        Err(Failure::Usage(lines)) => {
            for line in lines {
                say::aside(line);
            }
            return ExitCode::from(3);
        }
        Err(Failure::Down(line)) => {
            say::aside(line);
            Verdict::Down
        }
        Err(Failure::Closed { verdict, why }) => {
            for line in why {
                say::aside(format_args!("closed: {line}"));
            }
            verdict
        }
    };
    match verdict {
        Verdict::Operational | Verdict::Degraded | Verdict::Draining => ExitCode::SUCCESS,
        Verdict::Down => ExitCode::from(1),
        Verdict::Unknown => ExitCode::from(2),
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    crate::config::duration(text).ok_or_else(|| "write for example 90s, 2m or 500ms".to_owned())
}
