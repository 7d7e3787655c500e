//! What other Headcounts push here: opened here, taken by the loop of rounds, which alone writes.
//!
//! Not what may be pushed: `crate::push` knows that.

use super::body::{self, Came};
use super::operator;
use super::rounds::{Published, Wish};
use crate::push::{self, BODY_LIMIT, NONCE, Post, SIGNATURE, TIMESTAMP};
use crate::web::{self, ingest};
use axum::body::Body;
use axum::http::HeaderMap;
use shared::time::Timestamp;
use tokio::sync::{mpsc, oneshot};

/// Answers a POST.
pub async fn answer(
    headers: &HeaderMap,
    body: Body,
    published: &Published,
    wishes: &mpsc::Sender<Wish>,
    now: impl Fn() -> Timestamp,
) -> web::Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let body = match body::read(headers, body, BODY_LIMIT).await {
        Came::Whole(body) => body,
        Came::TooLarge => return ingest::refused(&push::Refusal::TooLarge),
        Came::TooSlow => return operator::too_slow(),
    };
    let post =
        Post { timestamp: text(TIMESTAMP), nonce: text(NONCE), signature: text(SIGNATURE), body: &body };
    let parcel = match push::open(&published.settings.config.ingest, &post, now()) {
        Err(why) => return ingest::refused(&why),
        Ok(parcel) => parcel,
    };
    let (answer, done) = oneshot::channel();
    let sent = wishes.send(Wish::Take { parcel: Box::new(parcel), answer }).await.is_ok();
    match done.await {
        Ok(Ok(taken)) if sent => ingest::taken(&taken),
        Ok(Err(why)) => ingest::refused(&why),
        _ => operator::stopping(),
    }
}
