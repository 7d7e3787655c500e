//! Many boards behind one address: a Headcount that watches many applications, each of which is a board of its own by
//! `?service=`. Real answers, real rounds and the real server, so that a test looks at a hundred boards at the price of
//! one process.
//!
//! What is watched: `states` has one of each state that people meet, `examples` every health document there is an example
//! of, `strange` names and numbers that nobody expects.

mod examples;
mod states;
mod strange;

use core::fmt::Write as _;

use crate::app::App;
use crate::headcount::{Headcount, native};
use crate::redis::Redis;

pub use examples::examples;
pub use states::{nothing, states, unprobed};
pub use strange::{GARBAGE, crowded, strange};

/// A board of a gallery.
#[derive(Clone, Debug)]
pub struct Hung {
    /// What is on it, also as a part of a file's name.
    pub name: String,
    /// The query that shows it; empty for the board of them all.
    pub query: String,
}

/// A running gallery.
#[derive(Debug)]
pub struct Gallery {
    /// What serves it.
    pub headcount: Headcount,
    /// The boards, that of all services first.
    pub boards: Vec<Hung>,
    _app: App,
    _redis: Option<Redis>,
}

impl Gallery {
    /// The address of a rendering (`/`, `/embed`) of a board.
    pub fn url(&self, path: &str, board: &Hung) -> String {
        format!("{}{}", self.headcount.url(), board.at(path))
    }

    /// Serves what a configuration watches, once its first round is over.
    fn open(config: &Config, app: App, redis: Option<Redis>) -> Self {
        let headcount = native(&config.text, &[]);
        headcount.shows("the first round", |status| status["checked_at"].is_string());
        let mut boards = vec![Hung { name: "all".to_owned(), query: String::new() }];
        boards.extend(config.ids.iter().map(|id| Hung { name: id.clone(), query: format!("?service={id}") }));
        let mut gallery = Self { headcount, boards, _app: app, _redis: redis };
        // The second round has a past, and nothing is new any more.
        gallery.another_round();
        gallery
    }

    /// Makes a round now: a configuration that is read again is tried at once.
    fn another_round(&mut self) {
        let former = self.headcount.status()["checked_at"].clone();
        // Rounds are told apart by the second.
        self.headcount.shows("another second", |status| status["served_at"] != former);
        self.headcount.signal("HUP");
        self.headcount.shows("another round", |status| status["checked_at"] != former);
    }
}

impl Hung {
    /// The path and query of a rendering.
    pub fn at(&self, path: &str) -> String {
        format!("{path}{}", self.query)
    }

    /// The same board in a language.
    #[must_use]
    pub fn in_language(&self, tag: &str) -> Self {
        let and = if self.query.is_empty() { '?' } else { '&' };
        Self { name: format!("{}-{tag}", self.name), query: format!("{}{and}lang={tag}", self.query) }
    }
}

/// A configuration that grows by services.
struct Config {
    text: String,
    ids: Vec<String>,
}

impl Config {
    /// Findings count at once, and stay valid for as long as a test looks. No round comes by itself meanwhile: what a
    /// busy machine makes late would change a board under the eyes that look for whatever moves.
    fn new(title: &str) -> Self {
        let text = format!(
            "[page]\ntitle = {}\nevery = \"10m\"\nexpires_after = \"30m\"\nconfirm = 1\ndrain_max = \"1h\"\n\
             admin_token = \"${{HEADCOUNT_TOKEN}}\"\n",
            quoted(title)
        );
        Self { text, ids: Vec::new() }
    }

    /// Begins a service; what follows belongs to it.
    fn service(&mut self, id: &str, name: &str, impact: &str) {
        let _ = write!(self.text, "[[service]]\nid = \"{id}\"\nname = {}\n", quoted(name));
        if !impact.is_empty() {
            let _ = writeln!(self.text, "impact = {}", quoted(impact));
        }
        self.ids.push(id.to_owned());
    }

    /// Its health endpoint; `more` are further keys.
    fn health(&mut self, url: &str, format: &str, more: &str) {
        let _ = writeln!(
            self.text,
            "[service.health]\nurl = \"{url}\"\nformat = \"{format}\"\ntimeout = \"3s\"\n{more}"
        );
    }

    /// A queue of Symfony's, whose keys all begin with `keys`; `more` are further keys.
    fn symfony(&mut self, (id, name): (&str, &str), redis: &str, keys: &str, more: &str) {
        let _ = writeln!(
            self.text,
            "[[service.queue]]\nid = \"{id}\"\nname = {}\nsystem = \"symfony\"\nurl = \"{redis}\"\n\
             timeout = \"3s\"\nheartbeat = \"{keys}.workers\"\nstream = \"{keys}\"\nfailed = \"{keys}.failed\"\n{more}",
            quoted(name)
        );
    }
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    // JSON's strings are TOML's basic strings, but for one character.
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}
