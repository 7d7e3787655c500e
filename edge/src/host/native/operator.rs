//! What operators post: read here, done by the loop of rounds, which alone writes.
//!
//! Not what may be posted: `web::command` knows that.

use super::rounds::{Published, Wish};
use crate::host::ledger::NotDone;
use crate::web::{self, command};
use axum::body::{Body, to_bytes};
use axum::http::HeaderMap;
use core::time::Duration;
use shared::board::Board;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

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
    let Ok(body) = timeout(BODY_TIMEOUT, to_bytes(body, command::BODY_LIMIT)).await else {
        return too_slow();
    };
    // One byte too many is enough to show that it is too long.
    let body = body.map_or_else(|_| vec![0; command::BODY_LIMIT + 1], |bytes| bytes.to_vec());
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
        Ok(Err(NotDone::Refused(why))) => order.reply.refused(&why),
        Ok(Err(NotDone::NotKept)) => order.reply.not_kept(),
        _ => stopping(),
    }
}

/// How long a body may take: a connection that is held open costs somebody else theirs.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The answer when a body does not come.
pub fn too_slow() -> web::Response {
    web::Response {
        status: 408,
        headers: vec![("content-type", "text/plain; charset=utf-8".into()), ("connection", "close".into())],
        body: format!("The body did not come within {} s.\n", BODY_TIMEOUT.as_secs()).into(),
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
