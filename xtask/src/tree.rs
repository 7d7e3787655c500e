//! Where things lie: the work tree, the user's cache, Cargo's target directory; and commands that start with the
//! right environment. It creates and installs nothing.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::Outcome;

/// Raised when a tool's version or place changes, so that old and new clones do not disturb each other.
const TOOLS: &str = "tools-1";

/// The places a task needs.
pub struct Tree {
    root: PathBuf,
    cache: PathBuf,
    target: PathBuf,
}

impl Tree {
    /// The work tree this program was built in.
    pub fn here() -> Outcome<Self> {
        let crate_dir = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = crate_dir.parent().ok_or("xtask must lie in a work tree")?.to_owned();
        let cache = env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(".cache")))
            .ok_or("neither XDG_CACHE_HOME nor HOME is set: there is no place to keep tools")?
            .join("headcount");
        let target = match env::var_os("CARGO_TARGET_DIR") {
            Some(path) if !path.is_empty() => env::current_dir().unwrap_or_default().join(path),
            // A pipeline clones afresh each time; its target directory must outlive the clone.
            _ if in_pipeline() => cache.join("target"),
            _ => root.join("target"),
        };
        Ok(Self { root, cache, target })
    }

    /// A path in the work tree.
    pub fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root.join(path)
    }

    /// A path in the folder of installed tools.
    pub fn tool(&self, path: impl AsRef<Path>) -> PathBuf {
        self.cache.join(TOOLS).join(path)
    }

    /// A path in the folder of queue systems that tests run.
    pub fn system(&self, path: impl AsRef<Path>) -> PathBuf {
        self.tool("systems").join(path)
    }

    /// Where the output of a quiet command is kept.
    pub fn log(&self, name: &str) -> PathBuf {
        self.cache.join("log").join(format!("{name}.log"))
    }

    /// Cargo's target directory, the same for every command a task starts.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The native release binary.
    pub fn binary(&self) -> PathBuf {
        self.target.join("release/headcount")
    }

    /// The script that starts wrangler.
    pub fn wrangler(&self) -> PathBuf {
        self.tool("npm/node_modules/wrangler/bin/wrangler.js")
    }

    /// A program, started in the work tree's root, that finds our tools first.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(&self.root)
            .env("PATH", self.search_path())
            .env("CARGO_TARGET_DIR", &self.target)
            // For every command alike: Cargo builds again when a variable that a build script reads has changed.
            .env("HEADCOUNT_DIST", self.root.join("dist"))
            .env("TRUNK_SKIP_VERSION_CHECK", "true")
            .env("WRANGLER_SEND_METRICS", "false")
            .env("WRANGLER_HIDE_BANNER", "true")
            .env("CLOUDFLARE_CF_FETCH_ENABLED", "false");
        command
    }

    /// Cargo, in the same way.
    pub fn cargo(&self, args: &[&str]) -> Command {
        let mut command = self.command("cargo");
        command.args(args);
        command
    }

    fn search_path(&self) -> OsString {
        let ours = [self.tool("cargo/bin"), self.tool("npm/node_modules/.bin")];
        let theirs = env::var_os("PATH").unwrap_or_default();
        env::join_paths(ours.into_iter().chain(env::split_paths(&theirs))).unwrap_or(theirs)
    }
}

fn in_pipeline() -> bool {
    env::var_os("CI").is_some_and(|value| value == "true" || value == "1")
}
