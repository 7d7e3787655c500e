//! Rendered and compressed answers, kept for the second and the board they were made for (DESIGN 9).
//!
//! So a crowd costs one rendering a second. An answer is never older than that, and never of an older board.

use crate::web::Response;
use axum::body::Bytes;
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Queries are visitors' text: no more different ones than this are kept.
const MOST_ENTRIES: usize = 256;
/// Nor more of them in all, in bytes: a page of a thousand services is a megabyte.
const MOST_BYTES: usize = 8 * 1024 * 1024;
/// Smaller bodies gain nothing from compression.
const WORTH_COMPRESSING: usize = 256;
/// Of 11: the best that a rendering a second can afford.
const QUALITY: u32 = 6;

/// An answer that may be sent many times.
#[derive(Debug)]
pub struct Kept {
    /// Status and headers; its body is in `body`.
    pub response: Response,
    /// The body.
    pub body: Bytes,
    brotli: OnceLock<Option<Bytes>>,
}

/// What an answer was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edition {
    /// The board's number.
    pub number: u64,
    /// The second, since the epoch.
    pub second: i64,
}

/// The answers of the present edition.
#[derive(Debug, Default)]
pub struct Cache(Mutex<Answers>);

#[derive(Debug, Default)]
struct Answers {
    edition: Option<Edition>,
    kept: HashMap<String, Arc<Kept>>,
    /// Of keys and bodies.
    bytes: usize,
}

impl Cache {
    /// The kept answer to this path and query, or a new one.
    pub fn get(&self, edition: Edition, key: &str, render: impl FnOnce() -> Response) -> Arc<Kept> {
        if let Some(kept) = self.find(edition, key) {
            return kept;
        }
        let mut response = render();
        let body = Bytes::from(core::mem::take(&mut response.body));
        let kept = Arc::new(Kept { response, body, brotli: OnceLock::new() });
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = answers.bytes + key.len() + kept.body.len();
        if answers.edition == Some(edition) && answers.kept.len() < MOST_ENTRIES && bytes <= MOST_BYTES {
            answers.bytes = bytes;
            answers.kept.insert(key.to_owned(), Arc::clone(&kept));
        }
        kept
    }

    fn find(&self, edition: Edition, key: &str) -> Option<Arc<Kept>> {
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.edition != Some(edition) {
            answers.edition = Some(edition);
            answers.kept.clear();
            answers.bytes = 0;
        }
        answers.kept.get(key).cloned()
    }
}

impl Kept {
    /// The compressed body, if compression is worth it.
    pub fn brotli(&self) -> Option<Bytes> {
        self.brotli.get_or_init(|| compress(&self.body)).clone()
    }
}

fn compress(body: &[u8]) -> Option<Bytes> {
    if body.len() < WORTH_COMPRESSING {
        return None;
    }
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 4096, QUALITY, 22);
    writer.write_all(body).ok()?;
    Some(writer.into_inner().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Response {
        Response { status: 200, headers: Vec::new(), body: text.into() }
    }

    #[test]
    fn an_answer_is_made_once_a_second_and_once_a_board() {
        let cache = Cache::default();
        let edition = Edition { number: 1, second: 7 };
        for made in ["first", "second"] {
            assert_eq!(cache.get(edition, "/", || answer(made)).body, "first");
        }
        let next = Edition { second: 8, ..edition };
        assert_eq!(cache.get(next, "/", || answer("third")).body, "third");
        let board = Edition { number: 2, ..next };
        assert_eq!(cache.get(board, "/", || answer("fourth")).body, "fourth");
    }

    #[test]
    fn visitors_texts_cannot_fill_the_memory() {
        let cache = Cache::default();
        let edition = Edition { number: 1, second: 7 };
        let large = "x".repeat(MOST_BYTES / 4);
        for query in 0..20 {
            cache.get(edition, &format!("/?{query}"), || answer(&large));
        }
        assert_eq!(cache.0.lock().unwrap().kept.len(), 3);
        cache.get(Edition { second: 8, ..edition }, "/", || answer(&large));
        assert_eq!(cache.0.lock().unwrap().kept.len(), 1);
    }
}
