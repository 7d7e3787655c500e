//! What operators post: read here, done by the loop of rounds, which alone writes.
//!
//! Not what may be posted: `web::command` knows that.

use super::rounds::{Published, Wish};
use crate::web::{self, command};
use axum::body::{Body, to_bytes};
use axum::http::HeaderMap;
use shared::board::Board;
use tokio::sync::{mpsc, oneshot};

/// Answers a POST.
pub async fn answer(
    path: &str,
    headers: &HeaderMap,
    body: Body,
    published: &Published,
    board: &Board,
    wishes: &mpsc::Sender<Wish>,
) -> web::Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // One byte too many is enough to show that it is too long.
    let body = to_bytes(body, command::BODY_LIMIT)
        .await
        .map_or_else(|_| vec![0; command::BODY_LIMIT + 1], |bytes| bytes.to_vec());
    let post = command::Post {
        path,
        authorization: text("authorization"),
        content_type: text("content-type"),
        body: &body,
    };
    let order = match command::parse(&post, &published.settings.site, board) {
        Err(answer) => return answer,
        Ok(order) => order,
    };
    let (answer, done) = oneshot::channel();
    let wish = Wish::Do { command: order.command, answer };
    let sent = wishes.send(wish).await.is_ok();
    match done.await {
        Ok(Ok(changes)) if sent => order.reply.done(&changes),
        Ok(Err(why)) => order.reply.refused(&why),
        _ => stopping(),
    }
}

/// The answer when there is no loop of rounds any more.
pub fn stopping() -> web::Response {
    web::Response {
        status: 503,
        headers: vec![("content-type", "text/plain; charset=utf-8".into()), ("retry-after", "5".into())],
        body: b"This process is stopping; post it again in a moment.\n".to_vec(),
    }
}
