//! The configuration file of this process: where it is, what the environment adds, what it becomes.
//!
//! Not the rules: `config` has them.

use crate::config::{Config, ConfigError, HostKind, Loaded, Variables, parse};
use crate::web::Site;
use std::path::Path;

/// A configuration and the site it makes.
#[derive(Debug)]
pub struct Settings {
    /// What to ask and how to judge.
    pub config: Config,
    /// How to show it.
    pub site: Site,
}

impl Settings {
    /// Prepares the site for a configuration.
    pub fn new(config: Config) -> Self {
        Self { site: Site::of(&config), config }
    }
}

/// Why there is no configuration: lines that name file, line, key and what would be right.
#[derive(Debug)]
pub struct Refusal(pub Vec<String>);

/// Reads and checks a file.
pub fn load(path: &Path) -> Result<Loaded, Refusal> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|e| {
        Refusal(vec![format!(
            "{name}: {e}; name another file with --config, or write one with: headcount config init"
        )])
    })?;
    parse(&text, &name, HostKind::Native, &Environment).map_err(|errors| refusal(&errors))
}

/// The lines of all mistakes.
pub fn refusal(errors: &[ConfigError]) -> Refusal {
    Refusal(errors.iter().map(ToString::to_string).collect())
}

/// This process's environment and files.
#[derive(Debug)]
pub struct Environment;

impl Variables for Environment {
    fn get(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn file(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(path).map(|text| text.trim_end().to_owned()).map_err(|e| e.to_string())
    }
}
