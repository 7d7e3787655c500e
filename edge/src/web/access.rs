//! Who may see the operator's view: a session, or the token of the configuration as a bearer or in a form.
//!
//! Not what makes a session: `session`. Wrong tokens are not counted: whoever sends many would shut the operator out,
//! and a token that is long enough (`config check` warns of others) is guessed by nobody.

use super::{Site, session};
use shared::time::Timestamp;

/// By the headers of a request.
pub(super) fn of_headers(site: &Site, authorization: &str, cookie: &str, now: Timestamp) -> bool {
    site.admin_token.as_ref().is_some_and(|token| session::is_in(token, cookie, now))
        || authorization.split_once(' ').is_some_and(|(scheme, presented)| {
            scheme.eq_ignore_ascii_case("bearer") && of_token(site, presented)
        })
}

/// By a token that somebody presents. Nothing is none, and without one in the configuration nobody can.
pub(super) fn of_token(site: &Site, presented: &str) -> bool {
    let presented = presented.trim();
    !presented.is_empty() && site.admin_token.as_ref().is_some_and(|token| token.is(presented))
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

    const NOW: Timestamp = Timestamp::from_secs(1_796_047_200);

    fn site() -> Site {
        let mut site = specimen::site();
        site.admin_token = Some(Secret::new("open-sesame"));
        site
    }

    #[test]
    fn a_session_opens_and_the_token_however_many_wrong_ones_have_come() {
        let site = site();
        let cookie = session::begin(site.admin_token.as_ref().unwrap(), NOW);
        let cookie = format!("{}={cookie}", session::COOKIE);
        for n in 0..100 {
            assert!(!of_headers(&site, &format!("Bearer {n}"), "", NOW));
        }
        assert!(of_token(&site, "open-sesame") && of_headers(&site, "bearer open-sesame", "", NOW));
        assert!(of_headers(&site, "", &cookie, NOW));
    }

    #[test]
    fn what_presents_no_token_is_not_let_in_and_where_there_is_none_nobody_is() {
        let site = site();
        for nothing in ["", "Bearer ", "Basic b3BlbjpzZXNhbWU="] {
            assert!(!of_headers(&site, nothing, "", NOW));
        }
        let without = specimen::site();
        assert!(!of_headers(&without, "Bearer open-sesame", "", NOW) && !of_token(&without, ""));
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
