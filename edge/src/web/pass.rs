//! A pass: what forms of `/ops` carry in place of the operator's token, which no page ever repeats.
//!
//! It holds for an hour, and for `/ops` alone. Not a session: it is in the page, so another tab has none, and nothing is
//! remembered of it.

use crate::config::secret::Secret;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use core::time::Duration;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use shared::time::Timestamp;

/// How long the forms of a page can be sent.
const HOLDS: Duration = Duration::from_hours(1);

/// A pass from now on: when it ends, and the proof that whoever made it knew the token.
pub(super) fn issue(token: &Secret, now: Timestamp) -> String {
    let until = (now + HOLDS).secs();
    format!("{until}.{}", proof(token, until))
}

/// Whether a pass was made with this token and still holds.
pub(super) fn holds(token: &Secret, pass: &str, now: Timestamp) -> bool {
    let Some((until, presented)) = pass.split_once('.') else { return false };
    let Ok(until) = until.parse::<i64>() else { return false };
    // In a time that does not depend on where they differ.
    now < Timestamp::from_secs(until) && Secret::new(proof(token, until)).is(presented)
}

fn proof(token: &Secret, until: i64) -> String {
    // A key of any length is one.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(token.reveal().as_bytes()) else { return String::new() };
    mac.update(format!("headcount /ops {until}").as_bytes());
    URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_secs(1_796_047_200);

    #[test]
    fn a_pass_holds_for_an_hour_and_for_its_token_alone() {
        let token = Secret::new("open-sesame");
        let pass = issue(&token, NOW);
        assert!(holds(&token, &pass, NOW) && holds(&token, &pass, NOW + HOLDS - Duration::from_secs(1)));
        assert!(!holds(&token, &pass, NOW + HOLDS));
        assert!(!holds(&Secret::new("open-barley"), &pass, NOW));
        assert!(!pass.contains("sesame"));
    }

    #[test]
    fn nobody_makes_a_pass_last_longer_or_makes_one_up() {
        let token = Secret::new("open-sesame");
        let pass = issue(&token, NOW);
        let (until, proof) = pass.split_once('.').unwrap();
        let later = until.parse::<i64>().unwrap() + 3600;
        for forged in
            [format!("{later}.{proof}"), format!("{until}."), until.to_owned(), String::new(), ".".into()]
        {
            assert!(!holds(&token, &forged, NOW), "{forged}");
        }
    }
}
