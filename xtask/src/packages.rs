//! System packages: the servers, the browser and the queue systems that tests run against, and the C compiler of a
//! static binary. A missing one is installed with apt as root, or is an error that names it for three systems.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
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
    /// This folder.
    Folder(&'static str),
    /// This extension of the PHP on the path.
    PhpExtension(&'static str),
    /// This module of the Python on the path.
    PythonModule(&'static str),
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
pub const TESTS: [Component; 17] = [
    CHROMIUM,
    CHROMEDRIVER,
    REDIS,
    Component {
        why: "tests read the page in a terminal",
        sign: Sign::Program(&["w3m"]),
        debian: "w3m",
        fedora: "w3m",
        macos: "brew install w3m",
    },
    Component {
        why: "makes the certificates of a Redis that speaks TLS",
        sign: Sign::Program(&["openssl"]),
        debian: "openssl",
        fedora: "openssl",
        macos: "brew install openssl",
    },
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
    Component {
        why: "tests count workers of a real Sidekiq",
        sign: Sign::Program(&["sidekiq"]),
        debian: "ruby-sidekiq",
        fedora: "rubygem-sidekiq",
        macos: "gem install sidekiq --version 6.4.1",
    },
    Component {
        why: "keeps RQ, Celery and others apart, whose workers tests count",
        sign: Sign::PythonModule("ensurepip"),
        debian: "python3-venv",
        fedora: "python3",
        macos: "brew install python",
    },
    Component {
        why: "Symfony workers' own connection for their heartbeats",
        sign: Sign::File("/usr/share/php/Symfony/Component/Cache/autoload.php"),
        debian: "php-symfony-cache",
        fedora: NO_SUCH_PACKAGE,
        macos: NO_SUCH_PACKAGE,
    },
    Component {
        why: "tests read the queues of a real Laravel",
        sign: Sign::File("/usr/share/php/Illuminate/Queue/autoload.php"),
        debian: "php-illuminate-queue",
        fedora: NO_SUCH_PACKAGE,
        macos: NO_SUCH_PACKAGE,
    },
    Component {
        why: "its way to Redis",
        sign: Sign::File("/usr/share/php/Illuminate/Redis/autoload.php"),
        debian: "php-illuminate-redis",
        fedora: NO_SUCH_PACKAGE,
        macos: NO_SUCH_PACKAGE,
    },
    Component {
        why: "its workers' events",
        sign: Sign::File("/usr/share/php/Illuminate/Events/autoload.php"),
        debian: "php-illuminate-events",
        fedora: NO_SUCH_PACKAGE,
        macos: NO_SUCH_PACKAGE,
    },
    NGINX,
];

/// What `cargo xtask test --systems` runs against besides: queues that are not in a Redis.
pub const STORES: [Component; 7] = [
    Component {
        why: "tests read the queues of a real broker",
        sign: Sign::File("/usr/lib/rabbitmq/bin/rabbitmq-server"),
        debian: "rabbitmq-server",
        fedora: NO_SUCH_PACKAGE,
        macos: NO_SUCH_PACKAGE,
    },
    Component {
        why: "tests read messages out of a real database",
        sign: Sign::Folder("/usr/lib/postgresql"),
        debian: "postgresql",
        fedora: NO_SUCH_PACKAGE,
        macos: NO_SUCH_PACKAGE,
    },
    Component {
        why: "tests read messages out of another",
        sign: Sign::Program(&["mariadbd"]),
        debian: "mariadb-server",
        fedora: "mariadb-server",
        macos: "brew install mariadb",
    },
    Component {
        why: "Symfony's transport over databases",
        sign: Sign::File("/usr/share/php/Symfony/Component/Messenger/Bridge/Doctrine/autoload.php"),
        debian: "php-symfony-doctrine-messenger",
        fedora: NO_SUCH_PACKAGE,
        macos: NO_SUCH_PACKAGE,
    },
    Component {
        why: "its way to databases",
        sign: Sign::File("/usr/share/php/Doctrine/DBAL/autoload.php"),
        debian: "php-doctrine-dbal",
        fedora: NO_SUCH_PACKAGE,
        macos: NO_SUCH_PACKAGE,
    },
    Component {
        why: "its way to PostgreSQL",
        sign: Sign::PhpExtension("pdo_pgsql"),
        debian: "php-pgsql",
        fedora: "php-pgsql",
        macos: NO_SUCH_PACKAGE,
    },
    Component {
        why: "its way to MariaDB",
        sign: Sign::PhpExtension("pdo_mysql"),
        debian: "php-mysql",
        fedora: "php-mysqlnd",
        macos: NO_SUCH_PACKAGE,
    },
];

/// What pictures of the page are taken with.
pub const LOOKS: [Component; 3] = [CHROMIUM, CHROMEDRIVER, REDIS];

/// What speed is measured with.
pub const BENCH: [Component; 2] = [REDIS, NGINX];

/// What the page of the budgets is about.
pub const SIZE: [Component; 1] = [REDIS];

const CHROMIUM: Component = Component {
    why: "tests look at the page in a real browser",
    sign: Sign::Program(&["chromium", "chromium-browser", "google-chrome"]),
    debian: "chromium",
    fedora: "chromium",
    macos: "brew install --cask chromium",
};

const CHROMEDRIVER: Component = Component {
    why: "steers the browser",
    sign: Sign::Program(&["chromedriver"]),
    debian: "chromium-driver",
    fedora: "chromedriver",
    macos: "brew install --cask chromedriver",
};

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
    say("set-up: apt-get installs these packages; the servers among them are not started as services");
    let log = tree.log("apt");
    apt(tree, &log, &["update", "-q"])?;
    let mut install = vec!["install", "-y", "-q", "--no-install-recommends"];
    install.extend(missing.iter().map(|component| component.debian));
    let quiet = NoServices::begin()?;
    let installed = apt(tree, &log, &install);
    drop(quiet);
    installed.map_err(|failure| format!("{failure}\n{}", explain(&missing)))?;
    let still: Vec<&Component> = missing.into_iter().filter(|component| !component.is_there(tree)).collect();
    if still.is_empty() { Ok(()) } else { Err(explain(&still).into()) }
}

/// As long as this lives, installing a server does not start it as a service: tests start their own. An answer that
/// somebody else has given to that question stays.
struct NoServices {
    ours: bool,
}

impl NoServices {
    /// What Debian's packages ask before they start anything.
    const POLICY: &str = "/usr/sbin/policy-rc.d";

    fn begin() -> Outcome<Self> {
        let policy = Path::new(Self::POLICY);
        if policy.exists() {
            return Ok(Self { ours: false });
        }
        fs::write(policy, "#!/bin/sh\nexit 101\n").map_err(run::at(policy))?;
        let services = Self { ours: true };
        fs::set_permissions(policy, fs::Permissions::from_mode(0o755)).map_err(run::at(policy))?;
        Ok(services)
    }
}

impl Drop for NoServices {
    fn drop(&mut self) {
        if self.ours {
            // Nothing can be done about it here; apt says what it does not start.
            let _ = fs::remove_file(Self::POLICY);
        }
    }
}

impl Component {
    fn is_there(&self, tree: &Tree) -> bool {
        match self.sign {
            Sign::Program(names) => find(names).is_some(),
            Sign::File(path) => Path::new(path).is_file(),
            Sign::Folder(path) => Path::new(path).is_dir(),
            Sign::PhpExtension(name) => run::output(tree.command("php").arg("-m"))
                .is_ok_and(|modules| modules.lines().any(|line| line.trim() == name)),
            Sign::PythonModule(name) => {
                let ask = format!("import importlib.util as u; print(u.find_spec({name:?}) is not None)");
                run::output(tree.command("python3").args(["-c", &ask])).is_ok_and(|is| is.trim() == "True")
            }
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
