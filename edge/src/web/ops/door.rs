//! The ways in and out of the operator's page: the token once, or a one-time link; then a session, until somebody leaves.
//!
//! Not what makes a session or a link (`session`), and not that a link is used once (`store::links`).

use super::sheet::{Frame, paragraph};
use crate::store::StoreError;
use crate::store::links::Use;
use crate::web::access::Sender;
use crate::web::document::escaped;
use crate::web::session::{self, Link, LinkFault};
use crate::web::{Response, Site};
use crate::words::operator as words;
use shared::time::Timestamp;

/// Asks for the token; `said` goes before it.
pub fn closed(site: &Site, said: &str) -> Response {
    let base = escaped(&site.base);
    let body = format!(
        "{}<form method=\"post\" action=\"{base}/ops\"><label>{}<input type=\"password\" name=\"token\" required \
         autocomplete=\"current-password\"></label><button class=\"big\">{}</button></form><p>{}</p>\
         <p><a class=\"go\" href=\"{base}/ops\">{}</a></p>",
        paragraph(said),
        words::TOKEN,
        words::ENTER,
        escaped(words::OR_A_LINK),
        words::IN_ALREADY,
    );
    let mut response = Frame::of(site).small(401, words::TITLE, &body);
    response.headers.push(("www-authenticate", "Bearer".to_owned()));
    response
}

/// Somebody is in: from now on the cookie opens.
pub fn entered(site: &Site, sender: Sender<'_>, now: Timestamp) -> Response {
    let mut response = Frame::of(site).go("/ops");
    if let Some(token) = &site.admin_token {
        let value = session::begin(token, now);
        let cookie = session::cookie(&site.base, Some(&value), sender.is_secure(site));
        response.headers.push(("set-cookie", cookie));
    }
    response
}

/// Somebody leaves.
pub fn left(site: &Site, sender: Sender<'_>) -> Response {
    let mut response = Frame::of(site).go("/ops");
    response.headers.push(("set-cookie", session::cookie(&site.base, None, sender.is_secure(site))));
    response
}

/// Says why a form was not done.
pub fn not_done(frame: &Frame, status: u16, why: &str) -> Response {
    let back = format!("<p><a class=\"go\" href=\"{}/ops\">{}</a></p>", escaped(&frame.base), words::BACK);
    frame.small(status, words::NOT_DONE, &(paragraph(why) + &back))
}

/// The page of a link. Looking at it uses nothing up: previews and scanners look at every link that they see. A person
/// presses the button.
pub fn link(site: &Site, said: &str, now: Timestamp) -> Response {
    if let Err(response) = read(site, said, now) {
        return response;
    }
    let body = format!(
        "<p>{}</p><form method=\"post\" action=\"{}/ops/link\"><input type=\"hidden\" name=\"t\" value=\"{}\">\
                 <button class=\"big\">{}</button></form>",
        escaped(words::LINK_OPENS_ONCE),
        escaped(&site.base),
        escaped(said),
        words::OPEN,
    );
    Frame::of(site).small(200, words::TITLE, &body)
}

/// Reads what a link says.
///
/// # Errors
/// The answer, if it opens nothing.
pub fn read(site: &Site, said: &str, now: Timestamp) -> Result<Link, Response> {
    let fault = match &site.admin_token {
        None => LinkFault::NotOurs,
        Some(token) => match session::read(token, said, now) {
            Ok(link) => return Ok(link),
            Err(fault) => fault,
        },
    };
    let said = match fault {
        LinkFault::NotOurs => words::LINK_NOT_OURS,
        LinkFault::Over => words::LINK_OVER,
    };
    Err(closed(site, said))
}

/// The answer to somebody who used a link.
pub fn linked(site: &Site, came: &Result<Use, StoreError>, sender: Sender<'_>, now: Timestamp) -> Response {
    match came {
        Ok(Use::First) => entered(site, sender, now),
        Ok(Use::Again) => closed(site, words::LINK_USED),
        Err(_) => {
            let mut response = closed(site, words::LINK_NOT_KEPT);
            response.status = 503;
            response
        }
    }
}
