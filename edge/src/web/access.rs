//! Who may see the operator's view: a session, or the token of the configuration as a bearer or in a form.
//!
//! Not what makes a session: `session`. And who guesses at the token is soon not listened to any more.

use super::{Site, session};
use core::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use shared::time::Timestamp;

/// So many wrong tokens are looked at within a minute. A right one of sixteen letters is then not guessed in an age of
/// the earth, and nobody mistypes so often.
const MOST_WRONG: u32 = 30;

/// What comes of asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// It is the operator.
    Granted,
    /// It is not.
    Denied,
    /// So many wrong tokens have come that no more are looked at, this one included, for so many seconds. A session and
    /// a one-time link are no guesses: they open all the same.
    TooManyWrong(u64),
}

/// Wrong tokens within the present minute; each process and each isolate of a Worker counts its own.
#[derive(Debug, Default)]
pub(super) struct Guesses {
    minute: AtomicI64,
    wrong: AtomicU32,
}

impl Guesses {
    fn wrong_at(&self, now: Timestamp) -> &AtomicU32 {
        let minute = now.secs().div_euclid(60);
        if self.minute.swap(minute, Ordering::Relaxed) != minute {
            self.wrong.store(0, Ordering::Relaxed);
        }
        &self.wrong
    }
}

/// By the headers of a request.
pub(super) fn of_headers(site: &Site, authorization: &str, cookie: &str, now: Timestamp) -> Access {
    if site.admin_token.as_ref().is_some_and(|token| session::is_in(token, cookie, now)) {
        return Access::Granted;
    }
    match authorization.split_once(' ') {
        Some((scheme, presented)) if scheme.eq_ignore_ascii_case("bearer") => of_token(site, presented, now),
        _ => Access::Denied,
    }
}

/// By a token that somebody presents. Without one in the configuration nobody can.
pub(super) fn of_token(site: &Site, presented: &str, now: Timestamp) -> Access {
    let (Some(token), presented) = (&site.admin_token, presented.trim()) else { return Access::Denied };
    if presented.is_empty() {
        return Access::Denied;
    }
    let wrong = site.guesses.wrong_at(now);
    if wrong.load(Ordering::Relaxed) >= MOST_WRONG {
        return Access::TooManyWrong(60 - now.secs().rem_euclid(60).unsigned_abs());
    }
    if token.is(presented) {
        return Access::Granted;
    }
    wrong.fetch_add(1, Ordering::Relaxed);
    Access::Denied
}

/// Where a form comes from, as the browser that sends it says. What is no browser says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sender<'a> {
    /// `Origin`; empty if absent.
    pub origin: &'a str,
    /// `Host`; empty if absent.
    pub host: &'a str,
    /// `Sec-Fetch-Site`; empty if absent.
    pub fetch_site: &'a str,
}

impl Sender<'_> {
    /// Whether a form comes from a page that is not ours. A cookie of `SameSite=Strict` does not come with it; this is
    /// the second lock on that door.
    pub(super) fn is_foreign(&self, site: &Site) -> bool {
        match self.fetch_site {
            "same-origin" | "none" => false,
            "" if self.origin.is_empty() || self.origin == site.origin => false,
            // A proxy may have changed the scheme; nobody but the browser wrote the rest.
            "" => self.origin.split_once("://").is_none_or(|(_, authority)| authority != self.host),
            _ => true,
        }
    }

    /// Whether the browser speaks TLS to us, or to a proxy in front of us.
    pub(super) fn is_secure(&self, site: &Site) -> bool {
        let origin = if self.origin.contains("://") { self.origin } else { &site.origin };
        origin.starts_with("https://")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::secret::Secret;
    use crate::web::specimen;
    use core::time::Duration;

    const NOW: Timestamp = Timestamp::from_secs(1_796_047_200);

    fn site() -> Site {
        let mut site = specimen::site();
        site.admin_token = Some(Secret::new("open-sesame"));
        site
    }

    #[test]
    fn who_guesses_is_not_listened_to_for_the_rest_of_the_minute_and_a_session_is() {
        let site = site();
        let cookie = session::begin(site.admin_token.as_ref().unwrap(), NOW);
        let cookie = format!("{}={cookie}", session::COOKIE);
        let soon = NOW + Duration::from_secs(20);
        for n in 0..MOST_WRONG {
            assert_eq!(of_headers(&site, &format!("Bearer {n}"), "", NOW), Access::Denied);
        }
        assert_eq!(of_token(&site, "open-sesame", soon), Access::TooManyWrong(40));
        assert_eq!(of_headers(&site, "Bearer open-sesame", "", soon), Access::TooManyWrong(40));
        assert_eq!(of_headers(&site, "", &cookie, soon), Access::Granted);
        assert_eq!(of_token(&site, "open-sesame", NOW + Duration::from_mins(1)), Access::Granted);
    }

    #[test]
    fn what_presents_no_token_is_no_guess() {
        let site = site();
        for _ in 0..=MOST_WRONG {
            for nothing in ["", "Bearer ", "Basic b3BlbjpzZXNhbWU="] {
                assert_eq!(of_headers(&site, nothing, "", NOW), Access::Denied);
            }
        }
        assert_eq!(of_headers(&site, "bearer open-sesame", "", NOW), Access::Granted);
        let without = specimen::site();
        assert_eq!(of_headers(&without, "Bearer open-sesame", "", NOW), Access::Denied);
    }

    #[test]
    fn a_form_of_another_page_is_told_by_what_the_browser_says() {
        let site = site();
        let from = |origin, host, fetch_site| Sender { origin, host, fetch_site }.is_foreign(&site);
        for (origin, host, fetch_site) in [
            ("", "", ""),
            ("https://status.example.com", "inside:8080", ""),
            ("https://status.lan", "status.lan", ""),
            ("http://127.0.0.1:8080", "127.0.0.1:8080", "same-origin"),
            ("null", "status.example.com", "same-origin"),
        ] {
            assert!(!from(origin, host, fetch_site), "{origin} {host} {fetch_site}");
        }
        for (origin, host, fetch_site) in [
            ("https://evil.example", "status.example.com", ""),
            ("https://evil.example", "status.example.com", "cross-site"),
            ("https://other.example.com", "status.example.com", "same-site"),
            ("https://status.example.com.evil.example", "status.example.com", ""),
            ("null", "status.example.com", ""),
            ("", "status.example.com", "cross-site"),
        ] {
            assert!(from(origin, host, fetch_site), "{origin} {host} {fetch_site}");
        }
    }

    #[test]
    fn the_cookie_is_for_tls_alone_wherever_there_is_tls() {
        let site = site();
        let secure = |origin| Sender { origin, ..Sender::default() }.is_secure(&site);
        assert!(secure("https://status.lan") && secure("") && secure("null"));
        assert!(!secure("http://127.0.0.1:8080"));
    }
}
