//! The Cloudflare Worker: the fetch handler renders, one Durable Object makes the rounds and remembers.
//!
//! Thin, like the native host: the same probe, reducer, SQL and web code run here.

mod board;
mod object;
mod ports;
mod settings;
mod sql;

use crate::web::{self, Kept, Own, Phase};
use worker::{Context, Env, Method, Request, Response, Result, ScheduleContext, ScheduledEvent, event};

/// The binding of the Durable Object, as edge/wrangler.toml names it.
const OBJECT: &str = "BOARD";
/// The binding of the static assets.
const ASSETS: &str = "ASSETS";

#[event(fetch)]
async fn fetch(request: Request, env: Env, _context: Context) -> Result<Response> {
    let settings = match settings::of(&env) {
        Ok(settings) => settings,
        Err(lines) => return settings::broken(&lines),
    };
    let url = request.url()?;
    let site = &settings.site;
    let below = site.without_base(url.path());
    if !site.base.is_empty() && below.starts_with("/headcount-app-") {
        let mut asset = url.clone();
        asset.set_path(below);
        return env.assets(ASSETS)?.fetch(asset.to_string(), None).await;
    }
    let is_posted = web::command::is_for(site, url.path()) || web::ingest::is_for(site, url.path());
    if request.method() == Method::Post && is_posted {
        return board::pass_on(&env, &settings, request).await;
    }
    let headers = request.headers();
    let accept_language = headers.get("accept-language")?.unwrap_or_default();
    let if_none_match = headers.get("if-none-match")?.unwrap_or_default();
    let authorization = headers.get("authorization")?.unwrap_or_default();
    let cookie = headers.get("cookie")?.unwrap_or_default();
    let method = request.method().to_string();
    let asked = web::Request {
        method: &method,
        path: url.path(),
        query: url.query().unwrap_or_default(),
        accept_language: &accept_language,
        if_none_match: &if_none_match,
        authorization: &authorization,
        cookie: &cookie,
    };
    // Our own health does not depend on what is observed, nor on the object.
    let (board, told) = if matches!(below, "/livez" | "/readyz") {
        board::unobserved(&settings)
    } else {
        board::now(&env, &settings).await
    };
    let own = Own { phase: Phase::Serving, notice: "", kept: Kept::Elsewhere, counters: &told.counters };
    send(web::respond(&asked, site, &board, own))
}

/// The watchdog: should the alarm ever be lost, this arms it again within a minute.
#[event(scheduled)]
async fn scheduled(_event: ScheduledEvent, env: Env, _context: ScheduleContext) {
    match settings::of(&env) {
        Ok(settings) => {
            if let Err(e) = board::ask(&env, &settings).await {
                worker::console_error!("the watchdog could not reach the object: {e}");
            }
        }
        Err(lines) => worker::console_error!("{}", lines.join("\n")),
    }
}

/// RFC 9110, 5.6.7: `Mon, 30 Nov 2026 14:00:03 GMT`.
fn now_as_http_date() -> String {
    js_sys::Date::new_0().to_utc_string().into()
}

fn send(response: web::Response) -> Result<Response> {
    // The tab sets its clock by this header. The platform adds one in production, not on a developer's machine.
    let mut out =
        Response::builder().with_status(response.status).with_header("date", &now_as_http_date())?;
    for (name, value) in &response.headers {
        out = out.with_header(name, value)?;
    }
    if response.body.is_empty() { Ok(out.empty()) } else { Ok(out.fixed(response.body)) }
}
