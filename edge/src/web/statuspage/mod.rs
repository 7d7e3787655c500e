//! `/api/v2/…`: the board in the form of Statuspage, which existing tools read (DESIGN 5.3).
//!
//! Their parsers know four indicators and five states of a component, and take any other for a fault or, worse, for
//! "operational". So nothing is invented: what is not known is a `partial_outage` and `minor`, and the words say that
//! there is no data. Here are the documents; `component` and `incident` make what is in them.

mod component;
mod incident;

use super::Site;
use crate::words::{Locale, elsewhere};
use component::{Component, components};
use incident::{Incident, incidents, maintenances};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use shared::public::PublicBoard;
use shared::state::Verdict;
use shared::time::Timestamp;

/// The documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Document {
    /// Everything that is now, and what is announced.
    Summary,
    Status,
    Components,
    Incidents,
    Unresolved,
    Maintenances,
    Upcoming,
    Active,
}

#[derive(Serialize)]
struct Body<'a> {
    page: Page<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<Vec<Component<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    incidents: Option<Vec<Incident<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheduled_maintenances: Option<Vec<Incident<'a>>>,
}

#[derive(Serialize)]
struct Page<'a> {
    id: &'a str,
    name: &'a str,
    url: &'a str,
    time_zone: &'a str,
    updated_at: At,
}

#[derive(Serialize)]
struct Status {
    indicator: Indicator,
    description: String,
}

/// How grave something is: there is no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Indicator {
    None,
    Minor,
    Major,
    Critical,
}

/// The page that a document is about.
struct About<'a> {
    l: &'a Locale,
    board: &'a PublicBoard,
    page_id: String,
    page_url: String,
}

pub(super) fn render(
    site: &Site,
    l: &Locale,
    board: &PublicBoard,
    filter: &str,
    document: Document,
) -> Vec<u8> {
    use Document::{
        Active, Components, Incidents, Maintenances, Status as OfStatus, Summary, Unresolved, Upcoming,
    };
    let page_url = format!("{}{}/{filter}", site.origin, site.base);
    let about = &About { l, board, page_id: page_id(site), page_url };
    let when = |documents: &[Document]| documents.contains(&document);
    let body = Body {
        page: Page {
            id: &about.page_id,
            name: &board.title,
            url: &about.page_url,
            time_zone: l.zone(),
            updated_at: At(board.checked_at.map_or(board.started_at, |at| at.0)),
        },
        status: when(&[Summary, OfStatus]).then(|| status(l, board)),
        components: when(&[Summary, Components]).then(|| components(about)),
        incidents: when(&[Summary, Incidents, Unresolved]).then(|| incidents(about, document != Incidents)),
        scheduled_maintenances: when(&[Summary, Maintenances, Upcoming, Active]).then(|| {
            let all = maintenances(about).into_iter();
            all.filter(|maintenance| match document {
                Summary => !maintenance.is_over(),
                Upcoming => maintenance.is_announced(),
                Active => !maintenance.is_over() && !maintenance.is_announced(),
                _ => true,
            })
            .collect()
        }),
    };
    // Serialising structures of strings and numbers into memory cannot fail.
    serde_json::to_vec(&body).unwrap_or_default()
}

fn status(l: &Locale, board: &PublicBoard) -> Status {
    let indicator = match board.verdict {
        // Leaving on purpose is no outage.
        Verdict::Operational | Verdict::Draining => Indicator::None,
        Verdict::Degraded | Verdict::Unknown => Indicator::Minor,
        Verdict::Down if board.services.iter().all(|s| s.verdict == Verdict::Down) => Indicator::Critical,
        Verdict::Down => Indicator::Major,
    };
    let description = match board.verdict {
        Verdict::Unknown => elsewhere::no_data_because(l, &board.sentence),
        _ => board.sentence.clone(),
    };
    Status { indicator, description }
}

/// As short as the ids of Statuspage, and the same as long as the page keeps its address.
fn page_id(site: &Site) -> String {
    let digest = Sha256::digest(format!("{}{}", site.origin, site.base));
    let number = digest.iter().take(6).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    format!("{number:012x}")
}

/// A moment with milliseconds, which some parsers expect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct At(Timestamp);

impl Serialize for At {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let whole = self.0.to_string();
        serializer.collect_str(&format_args!(
            "{}.{:03}Z",
            whole.trim_end_matches('Z'),
            self.0.millis().rem_euclid(1000)
        ))
    }
}

#[cfg(test)]
mod tests;
