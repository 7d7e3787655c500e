//! HMAC-SHA-256 (RFC 2104) in hexadecimal, and short names made by SHA-256.
//!
//! Signs webhooks, snapshots, sessions and one-time links. Not comparing: `config::secret` does that.

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// The code of a text under a key, 64 digits.
pub fn sign(key: &[u8], parts: &[&[u8]]) -> String {
    // HMAC takes keys of any length; the type that says otherwise is shared with codes that do not.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return String::new() };
    for part in parts {
        mac.update(part);
    }
    hex(&mac.finalize().into_bytes())
}

/// 32 digits that stand for a text.
pub fn short_name(text: &str) -> String {
    let mut name = hex(&Sha256::digest(text.as_bytes()));
    name.truncate(32);
    name
}

fn hex(bytes: &[u8]) -> String {
    let digit = |n: u8| char::from_digit(n.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_is_that_of_rfc_4231() {
        let code = sign(b"Jefe", &[b"what do ya want ", b"for nothing?"]);
        assert_eq!(code, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    #[test]
    fn a_short_name_is_always_the_same_and_fits_where_names_are_short() {
        assert_eq!(short_name("a"), short_name("a"));
        assert_ne!(short_name("a"), short_name("b"));
        assert_eq!(short_name("a").len(), 32);
    }
}
