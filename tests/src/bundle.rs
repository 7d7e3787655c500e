//! The built Worker around a configuration of a test's own, and on a stage where its clock can be moved.
//!
//! Nothing is compiled: the program carries its configuration as a text, and another one is written over it. What can
//! be played on the stage is in `worker/stage.mjs`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::headcount::{CONFIG, Files, Headcount, Host};
use crate::http;

const STAGE: &str = include_str!("../worker/stage.mjs");
/// As `edge/wrangler.toml` names the built page.
const ASSETS: &str = "directory = \"../dist\"";

/// Starts the Worker around a configuration, which may be no longer than [`CONFIG`].
pub fn worker(config: &str, variables: &[(&str, &str)]) -> Headcount {
    let mut files = Files::new(config, variables);
    let folder = files.at("worker");
    build(&folder, config);
    files.worker = Some(folder);
    Headcount::start(Host::Worker, files)
}

impl Headcount {
    /// Deploys another configuration: the Worker goes on with the memory that it has.
    pub fn deploy(&mut self, config: &str) {
        self.stop();
        build(&self.files().at("worker"), config);
        self.start_again();
    }

    /// Plays something on the stage of a [`worker`], and returns what came of it.
    ///
    /// # Panics
    /// If it went wrong.
    pub fn play(&self, what: &str) -> Value {
        self.play_with(what, "")
    }

    /// Runs a statement on the object's own database, and returns its rows. It is not counted.
    ///
    /// # Panics
    /// If it went wrong.
    pub fn sql(&self, statement: &str) -> Value {
        self.play_with("sql", statement)
    }

    fn play_with(&self, what: &str, body: &str) -> Value {
        let answer = http::post(self.port(), &format!("/stage/{what}"), &[], body);
        let answer = answer.unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(answer.status, 200, "{what} {body}: {}", answer.text());
        answer.json()
    }
}

/// Where the Worker was built.
pub(crate) fn built() -> PathBuf {
    let here = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../edge"));
    env::var_os("HEADCOUNT_WORKER_DIR").map_or_else(here, PathBuf::from)
}

fn build(folder: &Path, config: &str) {
    let (built, into) = (built(), folder.join("build"));
    fs::create_dir_all(&into).unwrap();
    fs::write(folder.join("stage.mjs"), STAGE).unwrap();
    fs::copy(built.join("build/index.js"), into.join("index.js")).unwrap();
    let program = fs::read(built.join("build/index_bg.wasm")).unwrap();
    fs::write(into.join("index_bg.wasm"), with(program, config)).unwrap();
    let settings = fs::read_to_string(built.join("wrangler.toml")).unwrap();
    let assets = format!("directory = \"{}\"", built.join("../dist").display());
    assert!(settings.contains(ASSETS), "{settings}");
    fs::write(folder.join("wrangler.toml"), settings.replace(ASSETS, &assets)).unwrap();
}

/// The program with another configuration, filled up with empty lines.
fn with(mut program: Vec<u8>, config: &str) -> Vec<u8> {
    assert!(config.len() <= CONFIG.len(), "{} bytes do not fit into {}", config.len(), CONFIG.len());
    let text = CONFIG.as_bytes();
    let at = program.windows(text.len()).position(|bytes| bytes == text).expect("a Worker built around it");
    let text = program[at..at + text.len()].iter_mut();
    for (byte, new) in text.zip(config.bytes().chain(core::iter::repeat(b'\n'))) {
        *byte = new;
    }
    program
}
