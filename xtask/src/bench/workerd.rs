//! Processor time per request of `/` in workerd, under `wrangler dev`. Memory and start-up are not measured.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{Figure, cpu, load, median};
use crate::http;
use crate::run::{Outcome, at, say};
use crate::running::{Folder, Program, Sample, free_address, has_made_a_round};
use crate::tree::Tree;
use crate::worker;

/// Milliseconds.
const BUDGET: f64 = 4.0;
/// Per turn.
const REQUESTS: u32 = 2_000;
const TURNS: usize = 5;

/// The Worker that tests run is built around this.
const CONFIG: &str = "tests/worker.toml";

/// Starts the Worker, builds it before if it is missing, and measures it.
pub fn measure(tree: &Tree, sample: &Sample) -> Outcome<Figure> {
    if !tree.at("edge/build/index_bg.wasm").is_file() {
        worker::build(tree, &tree.at(CONFIG))?;
    }
    let folder = Folder::new("workerd")?;
    let (address, inspector) = (free_address()?, free_address()?);
    let mut command = worker::wrangler(tree);
    command.args(["dev", "--ip", "127.0.0.1", "--port", &address.port().to_string()]);
    command.args(["--inspector-port", &inspector.port().to_string()]);
    command.args(["--show-interactive-dev-session=false", "--persist-to"]).arg(folder.0.join("state"));
    for (name, value) in &sample.variables {
        command.args(["--var", &format!("{name}:{value}")]);
    }
    // Its own notes go away with the folder.
    command.env("HOME", &folder.0).env("XDG_CONFIG_HOME", folder.0.join("config"));
    let log = tree.log("workerd");
    let out = File::create(&log).map_err(at(&log))?;
    command.stderr(out.try_clone().map_err(at(&log))?).stdout(out);
    say(format_args!("starting wrangler dev; its output: {}", log.display()));
    let mut wrangler = Wrangler(Program::start(&mut command, "wrangler dev")?);
    wrangler.0.wait("show a first round (built around tests/worker.toml?)", || {
        has_made_a_round(address).then_some(())
    })?;
    let page = http::get(address, "/", "identity")?;
    say(format_args!("/ in workerd: {TURNS} × {REQUESTS} requests of {} bytes", page.body.len()));
    // Not compressed: on the platform that is not the Worker's work.
    load::crowd(address, "/", "identity", REQUESTS / 10)?;
    let mut turns = Vec::new();
    for _ in 0..TURNS {
        let before = wrangler.processor_time()?;
        load::crowd(address, "/", "identity", REQUESTS)?;
        let used = wrangler.processor_time()?.saturating_sub(before);
        turns.push(used.as_secs_f64() * 1e3 / f64::from(REQUESTS));
    }
    Ok(Figure {
        what: "/ in workerd, processor time".to_owned(),
        value: median(turns),
        budget: BUDGET,
        unit: "ms",
        note: "with wrangler's proxy, which is workerd too".to_owned(),
    })
}

/// wrangler with the processes it has started, which outlive it if it is killed.
struct Wrangler(Program);

impl Wrangler {
    /// Of every workerd: wrangler runs one for the Worker, and another as its proxy.
    fn processor_time(&self) -> Outcome<Duration> {
        let all = cpu::descendants(self.0.id());
        let mut workerds = all.iter().filter(|process| process.name == "workerd").peekable();
        if workerds.peek().is_none() {
            return Err("wrangler dev runs no workerd".into());
        }
        workerds.map(|process| cpu::of(process.id)).sum()
    }
}

impl Drop for Wrangler {
    fn drop(&mut self) {
        let all = cpu::descendants(self.0.id()).into_iter().map(|process| process.id.to_string());
        // They may have ended by themselves.
        let _ = Command::new("kill").arg("-KILL").args(all).stderr(Stdio::null()).status();
    }
}
