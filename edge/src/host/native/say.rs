//! What commands print. Whoever reads it may leave in the middle (`headcount config check | head -1`): the rest is lost
//! then, and the exit code is the same.
//!
//! Not the log of a running server: `log`.

use core::fmt::Display;
use std::io::{ErrorKind, Write as _};

/// A line of the answer, on standard output.
pub fn line(text: impl Display) {
    whole(format_args!("{}\n", obeyed_by_no_terminal(text)));
}

/// The answer, or a part of it, that ends its own lines.
pub fn whole(text: impl Display) {
    let mut out = std::io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => aside(format_args!("standard output: {e}")),
        Ok(()) | Err(_) => {}
    }
}

/// A line beside the answer, on standard error.
pub fn aside(text: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{}", obeyed_by_no_terminal(text));
}

/// A name that somebody else has given, for a line: it begins none of its own.
pub fn name(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// Words of others stand in between, and may hold what moves a cursor or colours what follows.
fn obeyed_by_no_terminal(text: impl Display) -> String {
    text.to_string().replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_not_printed_and_a_name_ends_no_line() {
        assert_eq!(obeyed_by_no_terminal("a\u{1b}[31m\r\n\u{9b}b é"), "a\u{fffd}[31m\u{fffd}\n\u{fffd}b é");
        assert_eq!(name("g\nfound: x"), "g\u{fffd}found: x");
    }
}
