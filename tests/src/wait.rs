//! Waiting for something to become true. The only place of the tests that sleeps.

use core::fmt::Debug;
use core::time::Duration;
use std::thread::sleep;
use std::time::Instant;

/// From look to look.
const EVERY: Duration = Duration::from_millis(50);

/// Looks until it finds. `what` finishes the sentence "waited for …".
///
/// # Panics
/// If it was not found in time; with what was seen last.
#[track_caller]
pub fn eventually<L: Look>(what: &str, timeout: Duration, mut look: impl FnMut() -> L) -> L::Found {
    let began = Instant::now();
    loop {
        match look().found() {
            Ok(found) => return found,
            Err(seen) if began.elapsed() > timeout => {
                panic!("waited {} s for {what}, and last saw: {seen}", timeout.as_secs_f32())
            }
            Err(_) => sleep(EVERY),
        }
    }
}

/// From look to look, where the moment itself is what a test is about.
const CLOSELY: Duration = Duration::from_millis(1);

/// Looks closely until that much time has passed. For moments that a test has left to chance; whatever can be waited
/// for is waited for by [`eventually`].
pub fn meanwhile(time: Duration, mut look: impl FnMut()) {
    let began = Instant::now();
    while began.elapsed() < time {
        look();
        sleep(CLOSELY);
    }
}

/// Looks closely until it finds, or until that much time has passed.
pub fn within<T>(time: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return Some(found);
        }
        if began.elapsed() > time {
            return None;
        }
        sleep(CLOSELY);
    }
}

/// What one look brings.
pub trait Look {
    /// What is looked for.
    type Found;

    /// It, or what was seen instead.
    ///
    /// # Errors
    /// What was seen instead.
    fn found(self) -> Result<Self::Found, String>;
}

impl<T> Look for Option<T> {
    type Found = T;

    fn found(self) -> Result<T, String> {
        self.ok_or_else(|| "nothing".to_owned())
    }
}

impl<T, E: Debug> Look for Result<T, E> {
    type Found = T;

    fn found(self) -> Result<T, String> {
        self.map_err(|seen| format!("{seen:#?}"))
    }
}
