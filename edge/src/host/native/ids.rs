//! Ids of rounds and requests, by which lines of the log belong together.
//!
//! Not secrets, and nothing is decided by them: they are unlike those of other processes, no more.

use core::hash::BuildHasher;
use std::hash::RandomState;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The header in which a request's id comes, and in which it is sent back.
pub const HEADER: &str = "x-request-id";
/// The longest id that is taken over.
const LONGEST: usize = 64;

/// A new id: 16 hexadecimal digits. A count in disguise, since how many ask is nobody's business.
pub fn fresh() -> String {
    static PROCESS: OnceLock<RandomState> = OnceLock::new();
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let process = PROCESS.get_or_init(RandomState::new);
    format!("{:016x}", process.hash_one(NEXT.fetch_add(1, Ordering::Relaxed)))
}

/// The id of a request: the one that it brings if it is short and plain, else a new one.
pub fn of_request(brought: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if (1..=LONGEST).contains(&brought.len()) && brought.chars().all(is_plain) {
        brought.to_owned()
    } else {
        fresh()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_and_plain_id_is_taken_over_and_any_other_is_replaced() {
        for plain in ["7", "0af7651916cd43dd8448eb211c80319c", "a.b_c-D", &"x".repeat(64)] {
            assert_eq!(of_request(plain), plain);
        }
        for strange in ["", "a b", "a\nb", "<b>", "é", &"x".repeat(65)] {
            let made = of_request(strange);
            assert!(made != strange && of_request(&made) == made, "{strange:?}: {made}");
        }
    }

    #[test]
    fn no_id_is_made_twice() {
        assert_ne!(fresh(), fresh());
    }
}
