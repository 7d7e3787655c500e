//! Finds where one reply ends, before anything is allocated for it.
//!
//! Not a parser of values: that is the redis crate's, which is given exactly the bytes found here. This check
//! comes first because a parser believes declared lengths, and a hostile peer declares 2^62 (DESIGN 1.9).

use core::fmt;

/// What one reply may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of the whole reply.
    pub bytes: usize,
    /// Arrays in arrays; the reply itself is at depth 1.
    pub depth: usize,
}

/// Deep enough for every reply we ask for (three), shallow enough for a small stack.
pub const DEPTH_LIMIT: usize = 32;

/// How far the reply goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scan {
    /// It is the first `len` bytes.
    Complete {
        /// Its length in bytes, line end included.
        len: usize,
    },
    /// Its end has not arrived. With fewer than `at_least` bytes in all it cannot have: looking again before is
    /// a waste.
    Incomplete {
        /// A lower bound of the reply's length in bytes.
        at_least: usize,
    },
}

/// Why these bytes are not a reply that is worth waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameError {
    /// It starts with something that no reply starts with.
    NoSuchType {
        /// The byte found.
        byte: u8,
    },
    /// A length or an integer is not a number.
    NotANumber {
        /// Where in the reply its line starts.
        at: usize,
    },
    /// A text is not followed by a line end.
    NoLineEnd {
        /// Where in the reply the line end should have been.
        at: usize,
    },
    /// A line is longer than any that a server writes.
    LineTooLong {
        /// The longest that is allowed, in bytes.
        limit: usize,
    },
    /// The reply is, or declares to be, too long.
    TooLarge {
        /// A lower bound of its length in bytes.
        at_least: usize,
        /// The most that is allowed, in bytes.
        limit: usize,
    },
    /// Arrays are nested too deeply.
    TooDeep {
        /// The deepest that is allowed.
        limit: usize,
    },
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchType { byte } => write!(f, "no reply starts with byte 0x{byte:02x}"),
            Self::NotANumber { at } => write!(f, "no number at byte {at}"),
            Self::NoLineEnd { at } => write!(f, "no line end at byte {at}"),
            Self::LineTooLong { limit } => write!(f, "a line of more than {limit} bytes"),
            Self::TooLarge { at_least, limit } => {
                write!(f, "{at_least} bytes or more, where {limit} are allowed")
            }
            Self::TooDeep { limit } => write!(f, "nested more than {limit} deep"),
        }
    }
}

/// Finds the end of the reply that `bytes` start with, in RESP2 or RESP3.
///
/// # Errors
/// When they cannot become a reply within the limits, however many more arrive.
pub fn scan(bytes: &[u8], limits: Limits) -> Result<Scan, FrameError> {
    let mut scanner = Scanner { bytes, at: 0, owed: 0, limits };
    match scanner.value(1) {
        Ok(()) => Ok(Scan::Complete { len: scanner.at }),
        Err(Stop::Incomplete { at_least }) => Ok(Scan::Incomplete { at_least }),
        Err(Stop::Refused(e)) => Err(e),
    }
}

/// The error line "ERR unknown command" repeats 128 bytes of arguments; nothing legitimate is longer than this.
const LINE_LIMIT: usize = 4096;
/// The shortest value there is: `_` and a line end.
const SHORTEST_VALUE: usize = 3;
const LINE_END: &[u8] = b"\r\n";

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Values that were declared and not yet looked at.
    owed: usize,
    limits: Limits,
}

enum Stop {
    Incomplete { at_least: usize },
    Refused(FrameError),
}

impl<'a> Scanner<'a> {
    fn value(&mut self, depth: usize) -> Result<(), Stop> {
        if depth > self.limits.depth {
            return Err(Stop::Refused(FrameError::TooDeep { limit: self.limits.depth }));
        }
        let Some(&kind) = self.bytes.get(self.at) else { return Err(self.stop_for(SHORTEST_VALUE)) };
        if !b"+-:,#_($!=*~%|>".contains(&kind) {
            return Err(Stop::Refused(FrameError::NoSuchType { byte: kind }));
        }
        let start = self.at;
        let line = self.line()?;
        match kind {
            b':' => whole(line).map(|_| ()).ok_or(Stop::Refused(FrameError::NotANumber { at: start })),
            b'$' | b'!' | b'=' => match length(line, start, kind == b'$')? {
                Some(length) => self.text(length),
                None => Ok(()),
            },
            b'*' | b'~' | b'>' | b'%' | b'|' => {
                let declared = length(line, start, kind == b'*')?.unwrap_or(0);
                let values = match kind {
                    b'%' => declared.saturating_mul(2),
                    b'|' => declared.saturating_mul(2).saturating_add(1), // and what they are attributes of
                    _ => declared,
                };
                self.values(values, depth)
            }
            _ => Ok(()),
        }
    }

    fn values(&mut self, count: usize, depth: usize) -> Result<(), Stop> {
        self.owed = self.owed.saturating_add(count);
        self.fits(0)?;
        for _ in 0..count {
            self.owed -= 1;
            self.value(depth + 1)?;
        }
        Ok(())
    }

    fn text(&mut self, length: usize) -> Result<(), Stop> {
        let whole = length.saturating_add(LINE_END.len());
        self.fits(whole)?;
        let end = self.at.saturating_add(length);
        match self.bytes.get(end..self.at.saturating_add(whole)) {
            Some(LINE_END) => {
                self.at = end + LINE_END.len();
                Ok(())
            }
            Some(_) => Err(Stop::Refused(FrameError::NoLineEnd { at: end })),
            None => Err(self.stop_for(whole)),
        }
    }

    /// The rest of the present line, without the byte that says what it is; moves behind it.
    fn line(&mut self) -> Result<&'a [u8], Stop> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let searched = rest.get(..LINE_LIMIT).unwrap_or(rest);
        match searched.windows(LINE_END.len()).position(|two| two == LINE_END) {
            Some(end) => {
                self.fits(end + LINE_END.len())?;
                self.at += end + LINE_END.len();
                Ok(rest.get(1..end).unwrap_or_default())
            }
            None if searched.len() == LINE_LIMIT => {
                Err(Stop::Refused(FrameError::LineTooLong { limit: LINE_LIMIT }))
            }
            None => Err(self.stop_for(SHORTEST_VALUE.max(rest.len() + 1))),
        }
    }

    /// Refuses when `more` bytes from here on, and whatever is owed after them, exceed the limit.
    fn fits(&self, more: usize) -> Result<(), Stop> {
        let (at_least, limit) = (self.at_least(more), self.limits.bytes);
        if at_least > limit { Err(Stop::Refused(FrameError::TooLarge { at_least, limit })) } else { Ok(()) }
    }

    /// Stops because `more` bytes from here on are not all there: too large if they never may be.
    fn stop_for(&self, more: usize) -> Stop {
        match self.fits(more) {
            Err(refused) => refused,
            Ok(()) => Stop::Incomplete { at_least: self.at_least(more) },
        }
    }

    fn at_least(&self, more: usize) -> usize {
        self.at.saturating_add(more).saturating_add(self.owed.saturating_mul(SHORTEST_VALUE))
    }
}

/// A declared length; nothing for RESP2's null, -1.
fn length(line: &[u8], at: usize, may_be_null: bool) -> Result<Option<usize>, Stop> {
    match whole(line) {
        Some(-1) if may_be_null => Ok(None),
        Some(n) if n >= 0 => Ok(Some(usize::try_from(n).unwrap_or(usize::MAX))),
        _ => Err(Stop::Refused(FrameError::NotANumber { at })),
    }
}

/// An optional sign and digits, within 64 bits: `str::parse` accepts exactly that.
fn whole(line: &[u8]) -> Option<i64> {
    core::str::from_utf8(line).ok()?.parse().ok()
}

#[cfg(test)]
#[path = "frame_tests.rs"]
mod tests;
