//! What the management API says of one queue.
//!
//! Not what that means for workers and messages: `read` adds it up.

use crate::ports::{BodyEnd, HttpAnswer};
use crate::probe::health::json::Object;
use crate::probe::redis::reply::Missing;
use serde_json::value::RawValue;
use shared::reading::{GREATEST, Why};
use shared::time::Timestamp;

/// A queue's numbers, or why there are none at all.
pub type Answer = Result<Numbers, Missing>;

/// A number of a queue, or why it is not known.
pub type Count = Result<u64, Why>;

/// What is known of one queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Ready to be taken.
    pub ready: Count,
    /// Taken and not yet acknowledged.
    pub unacknowledged: Count,
    /// Who subscribes.
    pub consumers: Count,
    /// The age in seconds of the first message, if whoever sent it has dated it.
    pub oldest: Count,
}

/// States of a queue in which its numbers are those of this moment; in others they are leftovers.
const SERVING: [&str; 4] = ["running", "idle", "flow", "live"];

/// Reads an answer. `signs_in`: whether we said who we are.
///
/// # Errors
/// When it says nothing of the queue.
pub fn answer(http: &HttpAnswer, signs_in: bool) -> Answer {
    let told = || format!("HTTP {}, {} bytes", http.status, http.body.len());
    let missing = |why| Err(Missing::new(why, told()));
    if http.end == BodyEnd::TooLarge {
        return missing(Why::TooLarge);
    }
    let document = Object::document(&http.body).ok();
    let because = |why: Why| {
        let reason = document.as_ref().and_then(|d| d.text("reason"));
        let words = reason.map_or_else(told, |reason| format!("HTTP {}, {reason}", http.status));
        Err(Missing::new(why, words))
    };
    match (http.status, http.end, &document) {
        (200, BodyEnd::Whole, Some(queue)) if queue.has("name") => Ok(numbers(queue, http.received_at)),
        (_, BodyEnd::CutOff, _) | (500..=599, _, _) => missing(Why::NotAnswering),
        (401, ..) if !signs_in => because(Why::NoPassword),
        // All three say 401: who is not known, who may not use the API, who may not see the virtual host.
        (401, _, Some(d)) if d.text("reason").is_some_and(|reason| reason.contains("Login failed")) => {
            because(Why::WrongPassword)
        }
        (401 | 403, ..) => because(Why::NotPermitted),
        (404, _, Some(d)) if d.has("error") => because(Why::NoSuchKey),
        (429, ..) => missing(Why::NotAsked),
        _ => missing(Why::NotUnderstood),
    }
}

fn numbers(queue: &Object<'_>, now: Timestamp) -> Numbers {
    let state = queue.text("state");
    if state.as_deref().is_some_and(|state| !SERVING.contains(&state)) {
        let none = Err(Why::NotServing);
        return Numbers { ready: none, unacknowledged: none, consumers: none, oldest: none };
    }
    let number = |key: &str| queue.get(key).map_or(Err(Why::NotReported), count);
    let ready = number("messages_ready");
    // The date of a message that is not there is one of before.
    let oldest = match (ready, queue.get("head_message_timestamp")) {
        (Ok(0), _) => Ok(0),
        (Ok(_), Some(at)) => count(at).map(|at| age(at, now)),
        (Ok(_), None) => Err(Why::NotOffered),
        (Err(why), _) => Err(why),
    };
    Numbers {
        ready,
        unacknowledged: number("messages_unacknowledged"),
        consumers: number("consumers"),
        oldest,
    }
}

/// A count that is one: -1, 1.5 and "3" are not.
fn count(value: &RawValue) -> Count {
    let count = serde_json::from_str::<u64>(value.get()).ok().filter(|n| *n <= GREATEST);
    count.ok_or(Why::NotUnderstood)
}

fn age(at: u64, now: Timestamp) -> u64 {
    let at = i64::try_from(at).map_or(now, Timestamp::from_secs);
    now.since(at).as_secs()
}
