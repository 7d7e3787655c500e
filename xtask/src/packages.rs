//! System packages: the servers, the browser and the PHP that tests run against, and the C compiler of a static
//! binary. A missing one is installed with apt as root, or is an error that names it for three systems.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::run::{self, Outcome, say};
use crate::tree::Tree;

/// A mirror may be slow; half an hour means that it hangs.
const LIMIT: Duration = Duration::from_mins(30);

/// How to see that a component is there, whoever installed it.
enum Sign {
    /// One of these programs.
    Program(&'static [&'static str]),
    /// This file.
    File(&'static str),
    /// This extension of the PHP on the path.
    PhpExtension(&'static str),
}

/// One component and what it is called on three systems.
pub struct Component {
    why: &'static str,
    sign: Sign,
    debian: &'static str,
    fedora: &'static str,
    macos: &'static str,
}

const NO_SUCH_PACKAGE: &str = "no package: run the tests in a Debian 12 container";

/// What `cargo xtask test` runs against.
pub const TESTS: [Component; 9] = [
    Component {
        why: "tests look at the page in a real browser",
        sign: Sign::Program(&["chromium", "chromium-browser", "google-chrome"]),
        debian: "chromium",
        fedora: "chromium",
        macos: "brew install --cask chromium",
    },
    Component {
        why: "steers the browser",
        sign: Sign::Program(&["chromedriver"]),
        debian: "chromium-driver",
        fedora: "chromedriver",
        macos: "brew install --cask chromedriver",
    },
    REDIS,
    Component {
        why: "runs Symfony Messenger",
        sign: Sign::Program(&["php"]),
        debian: "php-cli",
        fedora: "php-cli",
        macos: "brew install php",
    },
    Component {
        why: "Symfony's way to Redis",
        sign: Sign::PhpExtension("redis"),
        debian: "php-redis",
        fedora: "php-pecl-redis6",
        macos: "pecl install redis",
    },
    Component {
        why: "tests count workers of a real Symfony Messenger",
        sign: Sign::File("/usr/share/php/Symfony/Component/Messenger/autoload.php"),
        debian: "php-symfony-messenger",
        fedora: NO_SUCH_PACKAGE,
        macos: NO_SUCH_PACKAGE,
    },
    Component {
        why: "its transport over Redis",
        sign: Sign::File("/usr/share/php/Symfony/Component/Messenger/Bridge/Redis/autoload.php"),
        debian: "php-symfony-redis-messenger",
        fedora: NO_SUCH_PACKAGE,
        macos: NO_SUCH_PACKAGE,
    },
    Component {
        why: "its workers' events",
        sign: Sign::File("/usr/share/php/Symfony/Component/EventDispatcher/autoload.php"),
        debian: "php-symfony-event-dispatcher",
        fedora: NO_SUCH_PACKAGE,
        macos: NO_SUCH_PACKAGE,
    },
    NGINX,
];

/// What speed is measured with.
pub const BENCH: [Component; 2] = [REDIS, NGINX];

/// What the page of the budgets is about.
pub const SIZE: [Component; 1] = [REDIS];

const REDIS: Component = Component {
    why: "tests read queues from a real Redis",
    sign: Sign::Program(&["redis-server"]),
    debian: "redis-server",
    fedora: "redis",
    macos: "brew install redis",
};

const NGINX: Component = Component {
    why: "the measure for our own speed",
    sign: Sign::Program(&["nginx"]),
    debian: "nginx-light",
    fedora: "nginx",
    macos: "brew install nginx",
};

/// What a static binary needs: SQLite and ring are partly C.
pub const MUSL: [Component; 1] = [Component {
    why: "compiles the C parts of a static binary",
    sign: Sign::Program(&["musl-gcc"]),
    debian: "musl-tools",
    fedora: "musl-gcc",
    macos: "brew install filosottile/musl-cross/musl-cross",
}];

/// Installs what is missing of `components`, or says how.
pub fn ensure(tree: &Tree, components: &[Component]) -> Outcome {
    let missing: Vec<&Component> = components.iter().filter(|component| !component.is_there(tree)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if find(&["apt-get"]).is_none() || !is_root(tree) {
        return Err(explain(&missing).into());
    }
    for component in &missing {
        say(format_args!("set-up: {} ({})", component.debian, component.why));
    }
    say("set-up: apt-get installs these packages; Debian itself starts the servers among them as services");
    let log = tree.log("apt");
    apt(tree, &log, &["update", "-q"])?;
    let mut install = vec!["install", "-y", "-q", "--no-install-recommends"];
    install.extend(missing.iter().map(|component| component.debian));
    apt(tree, &log, &install).map_err(|failure| format!("{failure}\n{}", explain(&missing)))?;
    let still: Vec<&Component> = missing.into_iter().filter(|component| !component.is_there(tree)).collect();
    if still.is_empty() { Ok(()) } else { Err(explain(&still).into()) }
}

impl Component {
    fn is_there(&self, tree: &Tree) -> bool {
        match self.sign {
            Sign::Program(names) => find(names).is_some(),
            Sign::File(path) => Path::new(path).is_file(),
            Sign::PhpExtension(name) => run::output(tree.command("php").arg("-m"))
                .is_ok_and(|modules| modules.lines().any(|line| line.trim() == name)),
        }
    }
}

fn explain(missing: &[&Component]) -> String {
    let lines = missing.iter().map(|Component { why, debian, fedora, macos, .. }| {
        format!("  {why}. Debian: {debian}; Fedora: {fedora}; macOS: {macos}\n")
    });
    let all: Vec<&str> = missing.iter().map(|component| component.debian).collect();
    format!(
        "these components are missing and cannot be installed from here (apt needs root):\n{}\
         On Debian: sudo apt-get install {}",
        lines.collect::<String>(),
        all.join(" ")
    )
}

fn apt(tree: &Tree, log: &Path, args: &[&str]) -> Outcome {
    let mut command = tree.command("apt-get");
    command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
    run::quiet(&mut command, &format!("apt-get {}", args.first().unwrap_or(&"")), log, LIMIT)
}

/// The first of these programs on the path, or where Debian keeps servers, which is not on a user's path.
fn find(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}

fn is_root(tree: &Tree) -> bool {
    run::output(tree.command("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_component_is_named_for_three_systems() {
        let text = explain(&TESTS.iter().take(2).collect::<Vec<_>>());
        assert!(text.contains(
            "Debian: chromium-driver; Fedora: chromedriver; macOS: brew install --cask chromedriver"
        ));
        assert!(text.ends_with("sudo apt-get install chromium chromium-driver"));
    }
}
