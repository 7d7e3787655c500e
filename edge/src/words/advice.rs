//! For operators: what came back from each target and what to do about it, and what a day will use.
//!
//! For operators only, hence English: it may name hosts and repeat a server's words. Public sentences are in `say`.

use super::time::Locale;
use super::{labels, say};
use crate::config::budget::{DailyUse, FREE_GB_S, FREE_REQUESTS, FREE_ROWS_READ, FREE_ROWS_WRITTEN};
use shared::board::{Board, QueueBoard, ServiceBoard};
use shared::flag::{Flag, FlagWord};
use shared::memory::Liveness;
use shared::name::PublicName;
use shared::reading::{Reading, Why};
use shared::sample::{Basis, Workers};

/// One line a target: what it is, what came back, what to do.
pub fn for_each_target(l: &Locale, board: &Board) -> Vec<String> {
    board.services.iter().flat_map(|of| service(l, of)).collect()
}

fn service(l: &Locale, service: &ServiceBoard) -> Vec<String> {
    let health = service.health.as_ref().map(|health| {
        let what =
            format!("{}: {}, {}", service.id, labels::state(l, health.state).to_lowercase(), health.evidence);
        let hint = health.flags.iter().find_map(|flag| match flag.word {
            FlagWord::ProbeUnauthorized => Some("check `headers`"),
            word => hint(word),
        });
        with_hint(what, hint)
    });
    let liveness = match service.liveness {
        Liveness::NotKnown => None,
        Liveness::Said { state, .. } => {
            Some(format!("{}, liveness: {}", service.id, labels::state(l, state.into()).to_lowercase()))
        }
    };
    let queues = service.queues.iter().map(|q| queue(l, service, q));
    health.into_iter().chain(liveness).chain(queues).collect()
}

fn queue(l: &Locale, service: &ServiceBoard, queue: &QueueBoard) -> String {
    let name = match &queue.name {
        PublicName::Given(name) => name,
        PublicName::Numbered(_) => &queue.id,
    };
    let told = Flag::is_said(&queue.flags, FlagWord::QueueUnknown);
    let workers = match queue.workers {
        Workers::NotMeasured => "workers not counted".to_owned(),
        Workers::Counted { alive: Reading::Known { value, .. }, .. } => {
            let whose = if told { " (says the application; we could not count them)" } else { "" };
            format!("workers {}{whose}", l.number(value))
        }
        Workers::Counted { alive: Reading::Unknown { why, .. }, .. } => {
            format!("workers unknown ({})", say::reason(l, why))
        }
    };
    let number = |reading: Reading| match reading {
        Reading::Known { value, .. } => l.number(value),
        Reading::Unknown { why, .. } => format!("unknown ({})", say::reason(l, why)),
    };
    let what = format!(
        "{}/{} ({name}): {workers}, waiting {}, failed {}, {}",
        service.id,
        queue.id,
        number(queue.numbers.queue_depth),
        number(queue.numbers.failed_depth),
        queue.evidence
    );
    let why = match queue.workers {
        Workers::Counted { alive: Reading::Unknown { why, .. }, .. } => why_hint(why),
        Workers::Counted { .. } if told => why_hint(Why::NotAnswering),
        _ => None,
    };
    let of_flag = |flag: &Flag| match flag.word {
        FlagWord::NeverSeen if queue.basis == Basis::Connection => Some(NOBODY_CONNECTED),
        word => hint(word),
    };
    with_hint(what, why.or_else(|| queue.flags.iter().find_map(of_flag)))
}

fn with_hint(what: String, hint: Option<&str>) -> String {
    match hint {
        Some(hint) => format!("{what}\n    {hint}"),
        None => what,
    }
}

const NOBODY_CONNECTED: &str =
    "nobody has ever been connected for these queues: check their names, and that a worker runs";

/// What to do about a remark, where there is something.
pub const fn hint(word: FlagWord) -> Option<&'static str> {
    Some(match word {
        FlagWord::NeverSeen => {
            "nobody has ever signed in under this key: check `heartbeat` (its suffix is the environment's name), \
             the database number, and that a worker runs"
        }
        FlagWord::NobodyCame => "work has waited for longer than `window`: look at what starts the workers",
        FlagWord::LivenessNotMeasured => "set `heartbeat` to the sorted set that your workers sign in to",
        FlagWord::ProbeThrottled => "it allows fewer questions: raise `every`",
        FlagWord::ProbeUnauthorized => "check the user and the password in `url`, and that user's rights",
        FlagWord::ProbeBlocked => "let this page's requests through the bot protection in front of it",
        FlagWord::ProbeMisconfigured => "check the path in `url` and the names of keys and streams",
        FlagWord::Redirect => {
            "redirects are not followed: give the address it leads to, if that is the right one"
        }
        FlagWord::NotAHealthDocument | FlagWord::BadJson => {
            "check `format`: the answer is not one of that kind"
        }
        FlagWord::ClockSkew => "set the clocks of this machine and of the store",
        FlagWord::ClusterRedirect => "this node does not hold the key: give the address of the one that does",
        FlagWord::TooLarge => "the answer is larger than this page reads",
        FlagWord::Unreached => "check the host, the port and the way there from this machine",
        FlagWord::ProxyError => "something in front of the application answers in its place",
        _ => return None,
    })
}

const fn why_hint(why: Why) -> Option<&'static str> {
    Some(match why {
        Why::NotAnswering => {
            "check the host, the port and TLS in `url`: rediss:// where it is spoken, redis:// where it is not"
        }
        Why::NoPassword => "the server wants a password: redis://user:password@host",
        Why::WrongPassword => "the server refused the password in `url`",
        Why::NotPermitted => "give the user the rights that this command prints above",
        Why::WrongKindOfKey => "`heartbeat` names a key that is not a sorted set",
        _ => return None,
    })
}

/// Nobody has ever signed in under this key; the others are where somebody has.
pub fn no_such_key(key: &str, others: &[String]) -> String {
    match others {
        [] => format!("{key}: no such key, and none of another environment either"),
        [one] => format!("{key}: no such key; {one} exists"),
        many => format!("{key}: no such key; {} exist", many.join(", ")),
    }
}

/// What a day on Cloudflare's free plan would use.
pub fn daily_use(l: &Locale, day: &DailyUse) -> String {
    format!(
        "# on Cloudflare's free plan, a day: {} rounds, {} requests to the object of {}, {} rows written of {}, \
         {} rows read of {}, {} GB-s of {}; that leaves room for about {} open all day ({} requests each)",
        l.number(day.rounds),
        l.number(day.object_requests),
        l.number(FREE_REQUESTS),
        l.number(day.rows_written),
        l.number(FREE_ROWS_WRITTEN),
        l.number(day.rows_read),
        l.number(FREE_ROWS_READ),
        l.number(day.object_gb_s),
        l.number(FREE_GB_S),
        if day.open_tabs == 1 { "1 tab".to_owned() } else { format!("{} tabs", l.number(day.open_tabs)) },
        l.number(day.requests_per_tab),
    )
}
