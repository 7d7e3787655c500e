//! The configuration that this Worker was built with, its variables taken from the bindings.
//!
//! Parsed once an isolate. A file that is wrong never gets here (`cargo xtask worker` checks it); a binding may.

use super::ports;
use crate::config::{Config, HostKind, Variables, parse};
use crate::web::{NOTHING_RUNS, SAFETY, Site};
use crate::words::{Locale, say};
use std::cell::OnceCell;
use std::rc::Rc;
use worker::{Env, Response, Result};

const TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/headcount.toml"));

/// A configuration and the site it makes.
pub struct Settings {
    /// What to ask and how to judge.
    pub config: Config,
    /// How to show it.
    pub site: Site,
    /// When this isolate read it.
    pub read_at: shared::time::Timestamp,
}

thread_local! {
    static SETTINGS: OnceCell<core::result::Result<Rc<Settings>, Vec<String>>> = const { OnceCell::new() };
}

/// The settings, or the lines that say what is wrong with them.
pub fn of(env: &Env) -> core::result::Result<Rc<Settings>, Vec<String>> {
    SETTINGS.with(|settings| settings.get_or_init(|| read(env)).clone())
}

fn read(env: &Env) -> core::result::Result<Rc<Settings>, Vec<String>> {
    let loaded = parse(TEXT, "headcount.toml", HostKind::Worker, &Bindings(env))
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let site = Site::of(&loaded.config);
    Ok(Rc::new(Settings { site, config: loaded.config, read_at: ports::now() }))
}

/// The page of a configuration that is wrong: the reason goes to the log, which its owner reads.
pub fn broken(lines: &[String]) -> Result<Response> {
    worker::console_error!("{}", lines.join("\n"));
    let mut response = Response::builder()
        .with_status(500)
        .with_header("content-type", "text/plain; charset=utf-8")?
        .with_header("cache-control", "no-store")?
        .with_header("content-security-policy", NOTHING_RUNS)?;
    for (name, value) in SAFETY {
        response = response.with_header(name, value)?;
    }
    Ok(response.fixed(say::not_set_up(&Locale::english("UTC")).into_bytes()))
}

struct Bindings<'a>(&'a Env);

impl Variables for Bindings<'_> {
    fn get(&self, name: &str) -> Option<String> {
        let secret = self.0.secret(name).map(|secret| secret.to_string());
        secret.or_else(|_| self.0.var(name).map(|var| var.to_string())).ok()
    }

    fn file(&self, _: &str) -> core::result::Result<String, String> {
        Err("there are no files on a Worker".to_owned())
    }
}
