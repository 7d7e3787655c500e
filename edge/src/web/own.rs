//! `/livez` and `/readyz`: Headcount's own health, in Fetcher's `/readyz` form (DESIGN 5.3), and its self-probe.
//!
//! They never depend on what is observed, nor on history: a page that reports trouble is in good health. The texts
//! of the documents are public: they are of this file alone.

use super::Site;
use super::metrics::Counters;
use crate::calendar;
use crate::words::{Locale, labels};
use serde::Serialize;
use shared::board::Board;
use shared::map::Map;
use shared::time::Timestamp;

/// How Headcount itself is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Own<'a> {
    /// Where in its life.
    pub phase: Phase,
    /// A line above the page; empty for none.
    pub notice: &'a str,
    /// Whether what is seen is also kept.
    pub kept: Kept,
    /// What has been counted, for `/metrics`.
    pub counters: &'a Counters,
}

impl Own<'_> {
    /// The line above the page.
    pub(super) fn line(&self, l: &Locale) -> String {
        match self.kept {
            Kept::Fails if self.notice.is_empty() => labels::history_unavailable(l),
            Kept::Works | Kept::Fails | Kept::Elsewhere => self.notice.to_owned(),
        }
    }
}

/// Where in its life a process is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Answering.
    Serving,
    /// Told to stop: still answering for a while.
    Draining,
}

/// Whether what is seen is also kept. Told, and never a reason not to be ready: the verdict is live without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// The database does its work.
    Works,
    /// It does not.
    Fails,
    /// It is not this process that keeps.
    Elsewhere,
}

/// One line of the self-probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// What was looked at.
    pub name: &'static str,
    /// What came of it.
    pub finding: Finding,
}

/// What a look brought. Only `Down` keeps Headcount from being ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// It is as it must be.
    Up,
    /// It is not, for this reason.
    Down(&'static str),
    /// It does not matter here, for this reason.
    NotApplicable(&'static str),
}

/// No release is older than 2026-01-01, and none is run in 2100.
const SANE: core::ops::Range<Timestamp> =
    Timestamp::from_secs(1_767_225_600)..Timestamp::from_secs(4_102_444_800);

/// Looks whether everything is there that answers are made of. `board` is that of the present moment.
pub fn self_probe(site: &Site, board: &Board, kept: Kept) -> [Check; 6] {
    let check = |name, is_well, fault| Check {
        name,
        finding: if is_well { Finding::Up } else { Finding::Down(fault) },
    };
    // A page that others push to may know of no service yet.
    let is_for_something = !board.services.is_empty() || site.takes_snapshots;
    [
        check("configuration", is_for_something, "there is no service to look after"),
        check("template", site.has_every_place(), "the page's template is not whole; build it again"),
        check(
            "catalogue",
            !site.public(&site.locale, board).sentence.is_empty(),
            "there is no sentence for this board",
        ),
        check(
            "calendar",
            calendar::known(site.locale.zone()).is_some(),
            "the time zone of the page is not known here",
        ),
        check("clock", SANE.contains(&board.served_at), "the clock is years off; set it"),
        Check {
            name: "history",
            finding: match kept {
                Kept::Works => Finding::Up,
                Kept::Fails => Finding::NotApplicable("not available; the verdict is live without it"),
                Kept::Elsewhere => Finding::NotApplicable("kept elsewhere"),
            },
        },
    ]
}

pub(super) fn livez() -> (u16, Vec<u8>) {
    document(&[("process", Finding::Up.into())])
}

pub(super) fn readyz(site: &Site, board: &Board, own: Own<'_>) -> (u16, Vec<u8>) {
    match own.phase {
        Phase::Serving => {
            let lines = self_probe(site, board, own.kept).map(|check| (check.name, check.finding.into()));
            document(&lines)
        }
        Phase::Draining => {
            // Fetcher's own notice: down, with a reason and no error.
            let notice = Line { status: "down", reason: Some("graceful drain in progress"), error: None };
            document(&[("draining", notice)])
        }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    status: &'static str,
    checks: Map<&'static str, &'a Line>,
    version: &'static str,
    deployment_mode: &'static str,
}

#[derive(Serialize)]
struct Line {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl From<Finding> for Line {
    fn from(finding: Finding) -> Self {
        match finding {
            Finding::Up => Self { status: "up", error: None, reason: None },
            Finding::Down(fault) => Self { status: "down", error: Some(fault), reason: None },
            Finding::NotApplicable(why) => Self { status: "n/a", error: None, reason: Some(why) },
        }
    }
}

fn document(lines: &[(&'static str, Line)]) -> (u16, Vec<u8>) {
    let is_healthy = lines.iter().all(|(_, line)| line.status != "down");
    let document = Document {
        status: if is_healthy { "healthy" } else { "unhealthy" },
        checks: lines.iter().map(|(name, line)| (*name, line)).collect(),
        version: env!("CARGO_PKG_VERSION"),
        deployment_mode: if cfg!(target_arch = "wasm32") { "saas" } else { "local" },
    };
    (if is_healthy { 200 } else { 503 }, serde_json::to_vec(&document).unwrap_or_default())
}

#[cfg(test)]
#[path = "own_tests.rs"]
mod tests;
