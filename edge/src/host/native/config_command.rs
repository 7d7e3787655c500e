//! `headcount config check` and `headcount config init`: what a file means, before anything runs on it.
//!
//! With `--live` one round is made, and each target's line says what came back and what to do.

use super::cli::Failure;
use super::settings::{self, Refusal};
use super::{clock, ports::Native, say};
use crate::config::{Config, HostKind, acl, budget, check_for_worker, grants, init, print, warnings};
use crate::host::observe;
use crate::probe::neighbours;
use crate::words::{Locale, advice};
use shared::board::Board;
use shared::flag::{Flag, FlagWord};
use shared::memory::Memory;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

/// Prints what a file means. `for_worker` checks it as it stands, without the values of its bindings.
pub async fn check(path: &Path, live: bool, for_worker: bool) -> Result<(), Failure> {
    if for_worker {
        return check_worker(path);
    }
    let loaded = settings::load(path)?;
    let config = &loaded.config;
    say::line(print::redacted(config));
    for warning in warnings(config, HostKind::Worker) {
        say::line(format_args!("# note: {warning}"));
    }
    for acl::LeastRights { place, line } in
        acl::least_acls(config).into_iter().chain(grants::least_grants(config))
    {
        say::line(format_args!("# {place} needs no more than\n{line}"));
    }
    let l = Locale::english(&config.page.time_zone);
    say::line(advice::daily_use(&l, &budget::daily_use(config)));
    if live {
        let mut config = config.clone();
        config.plan.confirm = 1;
        let memory = observe(&config, &Memory::new(clock::now()), &Native, None).await;
        let board = Board::of(&config.plan, &memory, clock::now());
        for line in advice::for_each_target(&l, &board) {
            say::line(line);
        }
        look_around(&config, &board).await;
    }
    Ok(())
}

/// Where nobody has ever signed in, the key may be another environment's.
async fn look_around(config: &Config, board: &Board) {
    let targets = config.services.iter().flat_map(|service| &service.queues);
    let queues = board.services.iter().flat_map(|service| &service.queues);
    for (target, queue) in targets.zip(queues) {
        let Some(target) = target.redis() else { continue };
        let Some(heartbeat) = &target.recipe.heartbeat else { continue };
        if Flag::is_said(&queue.flags, FlagWord::NeverSeen) {
            say::line(advice::no_such_key(&heartbeat.key, &neighbours::signed_in(target, &Native).await));
        }
    }
}

fn check_worker(path: &Path) -> Result<(), Failure> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|e| Failure::Usage(vec![format!("{name}: {e}")]))?;
    let bindings = check_for_worker(&text, &name).map_err(|errors| settings::refusal(&errors))?;
    for binding in bindings {
        say::line(binding);
    }
    Ok(())
}

/// Writes a commented file that runs. Never over another.
pub fn init(path: &Path) -> Result<(), Failure> {
    let name = path.display();
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = made.map_err(|e| {
        Refusal(vec![format!("{name}: {e}; nothing was written: choose another file with --config")])
    })?;
    file.write_all(init::init_file().as_bytes()).map_err(|e| Refusal(vec![format!("{name}: {e}")]))?;
    say::line(format_args!("{name} written. Look at it with: headcount config check --live --config {name}"));
    Ok(())
}
