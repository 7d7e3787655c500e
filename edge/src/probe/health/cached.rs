//! `Age`: whether a cache has answered in the place of the application, with what it had kept.
//!
//! Not the age of results that the application itself keeps: `laravel_health` has those.

use super::common;
use crate::ports::HttpAnswer;
use core::time::Duration;
use shared::flag::{Flag, FlagWord};
use shared::sample::HealthReport;

/// What an answer means that was kept for longer than `most`, the time from one question to the next: somebody else
/// answered, and nobody knows what the application says now. Nothing for any other.
pub fn kept(answer: &HttpAnswer, most: Duration) -> Option<HealthReport> {
    // Caches in a row may write one each; the last to write stands first.
    let value = answer.header("age")?.split(',').next().unwrap_or_default().trim();
    if value.is_empty() || !value.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // More digits than fit are a long time.
    let age = Duration::from_secs(value.parse().unwrap_or(u64::MAX));
    let why = format_args!("a cache has kept it for {} s: let it not be cached", age.as_secs());
    let report = || HealthReport::refused().flag(Flag::new(FlagWord::StaleResult));
    (age > most).then(|| report().because(common::because(answer, &why)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::BodyEnd;
    use shared::sample::Standing;
    use shared::time::Timestamp;

    fn of(age: Option<&str>) -> Option<HealthReport> {
        let headers = age.map(|age| ("age".to_owned(), age.to_owned())).into_iter().collect();
        let (body, received_at) = (b"ok".to_vec(), Timestamp::from_secs(0));
        let answer = HttpAnswer { status: 200, headers, body, end: BodyEnd::Whole, received_at };
        kept(&answer, Duration::from_secs(15))
    }

    #[test]
    fn what_a_cache_has_kept_for_longer_than_a_round_is_not_the_applications_answer() {
        for age in ["16", "86400", " 16 ", "99999999999999999999999", "16, 0"] {
            let report = of(Some(age)).unwrap();
            assert_eq!(report.standing, Standing::Refused, "{age}");
            assert_eq!(report.flags, [Flag::new(FlagWord::StaleResult)]);
        }
        assert!(
            of(Some("16")).unwrap().evidence.ends_with("a cache has kept it for 16 s: let it not be cached")
        );
    }

    #[test]
    fn what_is_as_fresh_as_a_round_or_says_no_age_is_read() {
        for age in [None, Some("0"), Some("15"), Some(""), Some("-16"), Some("soon"), Some("1e9")] {
            assert_eq!(of(age), None, "{age:?}");
        }
    }
}
