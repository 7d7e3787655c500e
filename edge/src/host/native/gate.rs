//! `headcount gate`: holds a deployment until the new release is seen to work, or says why it is not.
//!
//! Old beats outlive a dead release. So where the evidence outlives a worker, a sign of life must be newer than
//! the gate's own start: its age by the store's clock is less than the time that the gate has been waiting. One
//! that lay in the future when the gate began looks new for as long as that clock is fast: it proves nothing.

use super::cli::Failure;
use super::ports::Native;
use super::{check, clock, http, say};
use crate::config::PageSettings;
use crate::config::secret::Secret;
use crate::host::observe;
use crate::ports::HttpRequest;
use crate::web;
use core::time::Duration;
use shared::board::{Board, QueueBoard};
use shared::flag::{Flag, FlagWord};
use shared::memory::Memory;
use shared::name::PublicName;
use shared::sample::{Basis, Beat};
use shared::state::Verdict;
use std::path::Path;
use tokio::time::Instant;

/// From look to look. An application of ADR-075 allows 20 questions a minute.
const EVERY: Duration = Duration::from_secs(3);

/// For setting the mark. The gate is open by then, whatever comes of it.
const MARK_TIMEOUT: Duration = Duration::from_secs(10);

/// Which evidence is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// A sign of life since the gate began.
    New,
    /// Any that still counts.
    Old,
}

/// Waits until the board is operational or degraded; then sets `mark` on the page, if there is one.
pub async fn gate(
    config: &Path,
    timeout: Duration,
    evidence: Evidence,
    mark: Option<&str>,
) -> Result<(), Failure> {
    let settings = check::once(config)?;
    let began = Instant::now();
    let mut memory = Memory::new(clock::now());
    let mut ahead: Option<Vec<Beat>> = None;
    loop {
        let asked = Instant::now();
        memory = observe(&settings.config, &memory, &Native, None).await;
        let board = Board::of(&settings.config.plan, &memory, clock::now());
        let ahead = ahead.get_or_insert_with(|| from_the_future(&board));
        let missing = missing(&board, evidence, asked - began, ahead);
        if missing.is_empty() {
            say::whole(web::text_board(&settings.site, &board));
            if let Some(text) = mark
                && let Err(why) = set_mark(&settings.config.page, text).await
            {
                say::aside(format_args!("warning: the mark was not set: {why}"));
            }
            return Ok(());
        }
        if began.elapsed() >= timeout {
            say::whole(web::text_board(&settings.site, &board));
            let verdict = if board.verdict == Verdict::Unknown { Verdict::Unknown } else { Verdict::Down };
            return Err(Failure::Closed { verdict, why: missing });
        }
        // The last look is at the very end of its time.
        tokio::time::sleep_until((asked + EVERY).min(began + timeout)).await;
    }
}

/// Posts a mark to the page that the configuration speaks of.
async fn set_mark(page: &PageSettings, text: &str) -> Result<(), String> {
    let Some(token) = &page.admin_token else {
        return Err("page.admin_token is not set, and marks are taken from nobody else".to_owned());
    };
    let address = format!("{}{}/ops/marks", page.origin, page.base);
    let url = url::Url::parse(&address).map_err(|e| format!("{address}: {e}; check page.url"))?;
    let headers = [
        ("authorization".to_owned(), Secret::new(format!("Bearer {}", token.reveal()))),
        ("content-type".to_owned(), Secret::new("application/json")),
    ];
    let body = serde_json::json!({ "text": text }).to_string();
    let request = HttpRequest { url: &url, headers: &headers, tls: None };
    match tokio::time::timeout(MARK_TIMEOUT, http::post(&request, body.as_bytes())).await {
        Ok(Ok(answer)) if answer.status == 201 => Ok(()),
        Ok(Ok(answer)) => {
            let said = String::from_utf8_lossy(&answer.body);
            let said: String = said.chars().filter(|c| !c.is_control()).take(200).collect();
            Err(format!("{url} answers {}: {said}", answer.status))
        }
        Ok(Err(e)) => Err(format!("{url}: {e}; check page.url")),
        Err(_) => Err(format!("{url}: no answer within {} s; check page.url", MARK_TIMEOUT.as_secs())),
    }
}

/// What still keeps the gate closed.
fn missing(board: &Board, evidence: Evidence, waited: Duration, ahead: &[Beat]) -> Vec<String> {
    let mut missing = Vec::new();
    if !matches!(board.verdict, Verdict::Operational | Verdict::Degraded) {
        missing.push(format!("the verdict is {}", board.verdict));
    }
    if evidence == Evidence::New {
        let queues =
            board.services.iter().flat_map(|service| service.queues.iter().map(move |q| (service, q)));
        // Where nobody has to be there, nobody has to sign in.
        let must_sign_in = |queue: &QueueBoard| {
            outlives_its_worker(queue.basis) && !Flag::is_said(&queue.flags, FlagWord::ScaledToZero)
        };
        for (service, queue) in queues.filter(|(_, queue)| must_sign_in(queue)) {
            if !has_signed_in_within(&queue.beats, waited, ahead) {
                let name = match &queue.name {
                    PublicName::Given(name) => name,
                    PublicName::Numbered(_) => &queue.id,
                };
                missing.push(format!(
                    "{} of {}: no worker has signed in since this gate began ({} s ago); \
                     --allow-old accepts older signs of life",
                    name,
                    service.name,
                    waited.as_secs()
                ));
            }
        }
    }
    missing
}

const fn outlives_its_worker(basis: Basis) -> bool {
    matches!(basis, Basis::Beat | Basis::Expiry | Basis::TtlRecord | Basis::PollIdle)
}

/// Beats that are no older than the very moment they were read in.
fn from_the_future(board: &Board) -> Vec<Beat> {
    let queues = board.services.iter().flat_map(|service| &service.queues);
    queues.flat_map(|queue| &queue.beats).filter(|beat| beat.age.is_zero()).cloned().collect()
}

/// Whether there is a beat since the gate began that is none of those that lay ahead then.
fn has_signed_in_within(beats: &[Beat], waited: Duration, ahead: &[Beat]) -> bool {
    let lay_ahead = |beat: &Beat| ahead.iter().any(|old| (&old.name, old.at) == (&beat.name, beat.at));
    beats.iter().any(|beat| beat.age < waited && !lay_ahead(beat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::time::Timestamp;

    fn page(admin_token: Option<&str>, origin: String) -> PageSettings {
        PageSettings {
            origin,
            base: "/trips".into(),
            time_zone: "UTC".into(),
            lang: crate::words::Language::english(),
            alive_url: None,
            probe_from: None,
            frame_ancestors: None,
            admin_token: admin_token.map(Secret::new),
            runbooks: shared::map::Map::new(),
        }
    }

    /// A page that takes one request, answers it, and hands over what it was asked.
    async fn asked(answer: &'static str) -> (String, tokio::task::JoinHandle<String>) {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let heard = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut heard = Vec::new();
            while !heard.ends_with(b"}") {
                let mut part = [0; 1024];
                let n = stream.read(&mut part).await.unwrap();
                heard.extend_from_slice(&part[..n]);
            }
            stream.write_all(answer.as_bytes()).await.unwrap();
            String::from_utf8(heard).unwrap()
        });
        (origin, heard)
    }

    #[tokio::test]
    async fn a_mark_is_posted_to_the_page_with_the_operators_token() {
        let (origin, heard) = asked("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n").await;
        assert_eq!(set_mark(&page(Some("open-sesame"), origin), "planner \"1.42\"").await, Ok(()));
        let heard = heard.await.unwrap();
        assert!(heard.starts_with("POST /trips/ops/marks HTTP/1.1\r\n"), "{heard}");
        assert!(heard.contains("authorization: Bearer open-sesame\r\n"), "{heard}");
        assert!(heard.contains("content-type: application/json\r\n"), "{heard}");
        assert!(heard.ends_with("{\"text\":\"planner \\\"1.42\\\"\"}"), "{heard}");
    }

    #[tokio::test]
    async fn a_mark_that_is_not_set_says_why_and_never_the_token() {
        let (origin, heard) = asked("HTTP/1.1 401 Unauthorized\r\ncontent-length: 8\r\n\r\nsend one").await;
        let why = set_mark(&page(Some("open-sesame"), origin), "x").await.unwrap_err();
        assert!(why.ends_with("/trips/ops/marks answers 401: send one"), "{why}");
        heard.await.unwrap();
        let nobody =
            set_mark(&page(Some("open-sesame"), "http://127.0.0.1:1".into()), "x").await.unwrap_err();
        assert!(nobody.contains("check page.url") && !nobody.contains("sesame"), "{nobody}");
        let none = set_mark(&page(None, "http://127.0.0.1:1".into()), "x").await.unwrap_err();
        assert!(none.contains("page.admin_token is not set"), "{none}");
    }

    fn beat(at: i64, age: u64) -> Beat {
        Beat { name: "w1".into(), at: Timestamp::from_secs(at), age: Duration::from_secs(age) }
    }

    #[test]
    fn a_beat_opens_the_gate_if_it_is_younger_than_the_gate() {
        let waited = Duration::from_secs(9);
        assert!(has_signed_in_within(&[beat(100, 20), beat(120, 8)], waited, &[]));
        assert!(!has_signed_in_within(&[beat(100, 20), beat(119, 9)], waited, &[]));
    }

    #[test]
    fn a_beat_that_lay_in_the_future_when_the_gate_began_proves_nothing_but_the_next_one_does() {
        let (waited, ahead) = (Duration::from_secs(9), [beat(3600, 0)]);
        assert!(!has_signed_in_within(&[beat(3600, 0)], waited, &ahead));
        assert!(has_signed_in_within(&[beat(3610, 0)], waited, &ahead));
    }
}
