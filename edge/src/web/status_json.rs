//! `/status.json`: the public board as it is (DESIGN 5.3).
//!
//! Its form is `shared::public`; nothing is added here.

use shared::public::PublicBoard;

pub(super) fn render(board: &PublicBoard) -> Vec<u8> {
    // Serialising a structure of strings and numbers into memory cannot fail.
    serde_json::to_vec(board).unwrap_or_default()
}
