//! What operators post: read here, done by the loop of rounds, which alone writes.
//!
//! Not what may be posted: `web::command` knows that.

use super::body::{self, Came};
use super::rounds::{Published, Wish};
use crate::host::ledger::NotDone;
use crate::web::command::Posted;
use crate::web::{self, Sender, command};
use axum::body::Body;
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
    let body = match body::read(headers, body, command::BODY_LIMIT).await {
        Came::Whole(body) => body,
        // One byte too many is enough to show that it is too long.
        Came::TooLarge => vec![0; command::BODY_LIMIT + 1],
        Came::TooSlow => return too_slow(),
    };
    let post = command::Post {
        path,
        authorization: text("authorization"),
        cookie: text("cookie"),
        sender: Sender { origin: text("origin"), host: text("host"), fetch_site: text("sec-fetch-site") },
        content_type: text("content-type"),
        body: &body,
    };
    let site = &published.settings.site;
    let order = match command::parse(&post, site, board) {
        Err(answer) => return answer,
        Ok(Posted::Order(order)) => order,
        Ok(Posted::Link(link)) => {
            let (answer, used) = oneshot::channel();
            let sent = wishes.send(Wish::Use { link, answer }).await.is_ok();
            return match used.await {
                Ok(came) if sent => command::linked(&post, site, &came, board.served_at),
                _ => stopping(),
            };
        }
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

/// The answer when a body does not come.
pub fn too_slow() -> web::Response {
    web::Response {
        status: 408,
        headers: vec![("content-type", "text/plain; charset=utf-8".into()), ("connection", "close".into())],
        body: format!("The body did not come within {} s.\n", body::TIMEOUT.as_secs()).into(),
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
