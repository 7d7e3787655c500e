//! The operator's session, which is a cookie, and the link that begins one: both are signed, with an end.
//!
//! Nothing is remembered of a session, so it outlives a restart, and holds in every isolate of a Worker; another token
//! ends them all. That a link is used once, the store remembers (`store::links`).

use crate::config::secret::Secret;
use crate::digest;
use core::fmt;
use core::time::Duration;
use shared::time::Timestamp;

/// The cookie's name.
pub(super) const COOKIE: &str = "headcount-ops";
/// How long a session lasts: a night on call.
pub(super) const SESSION: Duration = Duration::from_hours(12);
/// How long a link can be used.
pub const LINK: Duration = Duration::from_mins(10);
/// The longest name of a link.
const LONGEST_NONCE: usize = 32;
/// So many hexadecimal digits of a code are enough that nobody guesses it, and let the address fit a picture of a
/// phone's size.
const CODE: usize = 32;

/// What a code is good for: none is good for anything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Session,
    Link,
}

/// A link that somebody signed who knew the token, and that has not ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// What tells it from every other.
    pub nonce: String,
    /// When it ends.
    pub until: Timestamp,
}

/// Why a link opens nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkFault {
    /// It was not made with this token.
    NotOurs,
    /// Its time is over.
    Over,
}

/// What a cookie holds from now on.
pub(super) fn begin(token: &Secret, now: Timestamp) -> String {
    let until = (now + SESSION).secs();
    format!("{until}.{}", code(token, Purpose::Session, format_args!("{until}")))
}

/// Whether the cookies of a request have a session of this token that has not ended.
pub(super) fn is_in(token: &Secret, cookies: &str, now: Timestamp) -> bool {
    let named = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
    let mut ours = named.filter(|(name, _)| *name == COOKIE);
    ours.any(|(_, value)| {
        let Some((until, presented)) = value.split_once('.') else { return false };
        let Ok(until) = until.parse::<i64>() else { return false };
        let right = Secret::new(code(token, Purpose::Session, format_args!("{until}")));
        right.is(presented) && now < Timestamp::from_secs(until)
    })
}

/// `Set-Cookie` with a value; without one, the cookie goes. `secure`: over TLS alone. Its path is the page's: one of
/// `/ops` would not reach `/ops.json` (RFC 6265, 5.1.4).
pub(super) fn cookie(base: &str, value: Option<&str>, secure: bool) -> String {
    let (value, age) = value.map_or(("", 0), |value| (value, SESSION.as_secs()));
    let secure = if secure { "; Secure" } else { "" };
    format!("{COOKIE}={value}; Path={base}/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}")
}

/// What a link says from now on, with a name that no other has: letters, digits, `-` and `_`.
pub fn link(token: &Secret, nonce: &str, now: Timestamp) -> String {
    let until = (now + LINK).secs();
    format!("{until}.{nonce}.{}", code(token, Purpose::Link, format_args!("{until}.{nonce}")))
}

/// Reads what a link says.
///
/// # Errors
/// When it was made with another token, or is over.
pub(super) fn read(token: &Secret, said: &str, now: Timestamp) -> Result<Link, LinkFault> {
    let mut parts = said.split('.');
    let (Some(until), Some(nonce), Some(presented), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(LinkFault::NotOurs);
    };
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let (Ok(until), true) =
        (until.parse::<i64>(), (1..=LONGEST_NONCE).contains(&nonce.len()) && nonce.bytes().all(is_plain))
    else {
        return Err(LinkFault::NotOurs);
    };
    if !Secret::new(code(token, Purpose::Link, format_args!("{until}.{nonce}"))).is(presented) {
        return Err(LinkFault::NotOurs);
    }
    let until = Timestamp::from_secs(until);
    if now < until { Ok(Link { nonce: nonce.to_owned(), until }) } else { Err(LinkFault::Over) }
}

fn code(token: &Secret, purpose: Purpose, text: fmt::Arguments<'_>) -> String {
    let signed = format!("headcount /ops {purpose:?} {text}");
    let mut code = digest::sign(token.reveal().as_bytes(), &[signed.as_bytes()]);
    code.truncate(CODE);
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_secs(1_796_047_200);

    fn token() -> Secret {
        Secret::new("open-sesame")
    }

    fn is_open(value: &str, now: Timestamp) -> bool {
        is_in(&token(), &format!("theme=dark; {COOKIE}={value}; a=b"), now)
    }

    #[test]
    fn a_session_lasts_for_a_night_and_for_its_token_alone() {
        let value = begin(&token(), NOW);
        assert!(is_open(&value, NOW) && is_open(&value, NOW + SESSION - Duration::from_secs(1)));
        assert!(!is_open(&value, NOW + SESSION));
        assert!(!is_in(&Secret::new("open-barley"), &format!("{COOKIE}={value}"), NOW));
        assert!(!is_in(&token(), &format!("other={value}"), NOW));
        assert!(!value.contains("sesame"));
    }

    #[test]
    fn nobody_makes_a_session_last_longer_or_makes_one_up() {
        let value = begin(&token(), NOW);
        let (until, code) = value.split_once('.').unwrap();
        let later = until.parse::<i64>().unwrap() + 3600;
        let link = link(&token(), "n", NOW);
        let (_, link_code) = link.rsplit_once('.').unwrap();
        for forged in [
            format!("{later}.{code}"),
            format!("{until}."),
            format!("{until}.{link_code}"),
            format!("{until}.n.{link_code}"),
            until.to_owned(),
            String::new(),
            ".".to_owned(),
            link.clone(),
        ] {
            assert!(!is_open(&forged, NOW), "{forged}");
        }
    }

    #[test]
    fn the_cookie_is_out_of_reach_of_scripts_and_of_other_sites() {
        let cookie_at = |base, secure| cookie(base, Some("7.x"), secure);
        assert_eq!(
            cookie_at("", true),
            "headcount-ops=7.x; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure"
        );
        assert!(cookie_at("/status", false).contains("; Path=/status/;"));
        assert!(!cookie_at("", false).contains("Secure"));
        assert!(cookie("", None, true).starts_with("headcount-ops=; Path=/; Max-Age=0;"));
    }

    #[test]
    fn a_link_opens_for_ten_minutes_and_for_its_token_alone() {
        let said = link(&token(), "a-b_9", NOW);
        let found = Link { nonce: "a-b_9".to_owned(), until: NOW + LINK };
        assert_eq!(read(&token(), &said, NOW), Ok(found));
        assert_eq!(read(&token(), &said, NOW + LINK), Err(LinkFault::Over));
        assert_eq!(read(&Secret::new("open-barley"), &said, NOW), Err(LinkFault::NotOurs));
        let later = said.replacen(&(NOW + LINK).secs().to_string(), &(NOW + LINK * 9).secs().to_string(), 1);
        let other = said.replace("a-b_9", "a-b_8");
        let session = begin(&token(), NOW);
        for forged in [&later, &other, &session, "", "..", "1.2", "x.n.y", &format!("{said}.x")] {
            assert_eq!(read(&token(), forged, NOW), Err(LinkFault::NotOurs), "{forged}");
        }
    }
}
