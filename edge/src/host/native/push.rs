//! Pushes what each round found to a Headcount that the public can reach (`headcount serve --push`).
//!
//! Beside the rounds, the newest alone: a slow link delays no round, and nothing ever queues up. Not what travels, nor
//! how it is signed: `crate::push`.

use super::ports::Native;
use super::settings::Refusal;
use super::{clock, ids, log};
use crate::config::push::{SHORTEST_KEY, is_long_enough};
use crate::config::secret::Secret;
use crate::config::{Config, PushTarget};
use crate::ports::{HttpAnswer, HttpRequest, NoAnswer, Post};
use crate::push::{BODY_LIMIT, Snapshot, signed};
use core::time::Duration;
use shared::memory::Memory;
use tokio::sync::watch;
use url::Url;

/// The variable with the key for `--push`.
pub const KEY: &str = "HEADCOUNT_PUSH_KEY";
/// How long a snapshot may take to arrive. What is older than that is not worth sending.
const TIMEOUT: Duration = Duration::from_secs(10);
/// A receiver that is being replaced is asked again after this time, within the same deadline.
const PAUSE: Duration = Duration::from_secs(1);
/// So much of a refusal is logged, in characters.
const LONGEST_REFUSAL: usize = 400;

/// A configuration that pushes where the command line says.
///
/// # Errors
/// When that is no place to push to, or there is no key.
pub fn to(config: Config, url: Option<&str>) -> Result<Config, Refusal> {
    let Some(url) = url else { return Ok(config) };
    let usage = |line: String| Refusal(vec![line]);
    let url: Url = Url::parse(url)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .ok_or_else(|| usage(format!("--push {url}: write for example https://status.example.com/ingest")))?;
    let key = match std::env::var(KEY) {
        Ok(key) if !is_long_enough(&key) => {
            return Err(usage(format!(
                "{KEY} is shorter than {SHORTEST_KEY} characters; make one with: openssl rand -hex 32"
            )));
        }
        Ok(key) => Secret::new(key),
        Err(_) => match &config.push {
            Some(target) => target.key.clone(),
            None => {
                return Err(usage(format!(
                    "--push needs the key that the receiver has in [[ingest]]; set {KEY} in the environment"
                )));
            }
        },
    };
    Ok(Config { push: Some(PushTarget { url, key }), ..config })
}

/// Sends snapshots, one at a time.
#[derive(Debug)]
pub struct Pusher {
    newest: watch::Sender<Option<(PushTarget, Vec<u8>)>>,
}

impl Pusher {
    /// Starts the task that sends. It ends when this value does.
    pub fn start() -> Self {
        let (newest, next) = watch::channel(None);
        tokio::task::spawn_local(log::still(send_each(next)));
        Self { newest }
    }

    /// Sends what is known now, unless the configuration says nothing of pushing. What has not been sent yet is
    /// dropped for it.
    pub fn push(&self, config: &Config, memory: &Memory) {
        if let Some(target) = &config.push {
            let body = Snapshot::of(&config.plan, memory).written();
            self.newest.send_replace(Some((target.clone(), body)));
        }
    }
}

/// Whether the last snapshot arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sending {
    NotYet,
    Works,
    Fails,
}

async fn send_each(mut next: watch::Receiver<Option<(PushTarget, Vec<u8>)>>) {
    let mut sending = Sending::NotYet;
    while next.changed().await.is_ok() {
        let Some((target, body)) = next.borrow_and_update().clone() else { continue };
        let now = match send(&target, &body).await {
            Ok(()) => Sending::Works,
            Err(why) => {
                if sending != Sending::Fails {
                    log::warn(format!("what this page sees does not reach {}: {why}", shown(&target.url)));
                }
                Sending::Fails
            }
        };
        if now == Sending::Works && sending != Sending::Works {
            log::info(format!("what this page sees reaches {}", shown(&target.url)));
        }
        sending = now;
    }
}

async fn send(target: &PushTarget, body: &[u8]) -> Result<(), String> {
    if body.len() > BODY_LIMIT {
        return Err(crate::push::Refusal::TooLarge.to_string());
    }
    let sent = async {
        match post(target, body).await {
            // Nobody has taken it. After a reset somebody may have, and would say so to a second one.
            Err(NoAnswer::Refused) | Ok(HttpAnswer { status: 502 | 503, .. }) => {
                tokio::time::sleep(PAUSE).await;
                post(target, body).await
            }
            other => other,
        }
    };
    match tokio::time::timeout(TIMEOUT, sent).await.unwrap_or(Err(NoAnswer::TimedOut(TIMEOUT))) {
        Ok(answer) if (200..300).contains(&answer.status) => Ok(()),
        Ok(answer) => Err(refusal(&answer)),
        Err(e) => Err(e.to_string()),
    }
}

async fn post(target: &PushTarget, body: &[u8]) -> Result<HttpAnswer, NoAnswer> {
    let headers = signed(&target.key, &ids::fresh(), body, clock::now());
    Native.post(&HttpRequest { url: &target.url, headers: &headers, tls: None }, body).await
}

/// What the receiver says is wrong; anything else that answers says so by its status.
fn refusal(answer: &HttpAnswer) -> String {
    #[derive(serde::Deserialize)]
    struct Body {
        error: String,
    }
    let HttpAnswer { status, body, .. } = answer;
    match serde_json::from_slice::<Body>(body) {
        Ok(Body { error }) => {
            let error: String = error.chars().filter(|c| !c.is_control()).take(LONGEST_REFUSAL).collect();
            format!("it answers {status}: {error}")
        }
        Err(_) => format!("it answers {status}; look whether [[ingest]] is configured there, and the path"),
    }
}

/// An address fit for the log: what stands in its query may be a secret.
fn shown(url: &Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.to_string()
}
