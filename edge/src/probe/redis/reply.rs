//! One command's reply, or why there is none.
//!
//! Not what a reply means for a queue: only whether it is a number, a text, a list.

use redis::Value;
use shared::reading::{GREATEST, Reading, Why};
use shared::time::Timestamp;

/// A reply that arrived, or the reason why there is none: an error that the server spoke, or silence.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// A value.
    Value(Value),
    /// No value.
    None(Missing),
}

/// Why there is no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The reason, from the closed list.
    pub why: Why,
    /// The server's or the connection's own words, for the operator.
    pub detail: String,
}

impl Missing {
    /// A reason with its words.
    pub fn new(why: Why, detail: impl Into<String>) -> Self {
        Self { why, detail: detail.into() }
    }
}

impl Reply {
    /// Reads one reply's bytes, whose end is known. What the parser refuses (`#x`, text that is not UTF-8) costs
    /// this reply alone.
    pub fn parse(bytes: &[u8]) -> Self {
        match redis::parse_redis_value(bytes).map(bare) {
            Ok(Value::ServerError(e)) => {
                let text = e.details().unwrap_or_default();
                let detail = format!("{} {text}", e.code());
                Self::None(Missing::new(why(e.code(), text), detail.trim_end()))
            }
            Ok(value) => Self::Value(value),
            Err(_) => Self::None(Missing::new(Why::NotUnderstood, "a reply that is not RESP")),
        }
    }

    /// The value.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn value(&self) -> Result<&Value, Why> {
        match self {
            Self::Value(value) => Ok(value),
            Self::None(missing) => Err(missing.why),
        }
    }

    /// The value as a count: an integer from 0 to [`GREATEST`]. A text that looks like one is not.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn count(&self) -> Result<u64, Why> {
        count(self.value()?).ok_or(Why::NotUnderstood)
    }

    /// The count as a reading.
    pub fn reading(&self) -> Reading {
        reading(self.count())
    }

    /// The value as the answer to `TIME`: seconds and microseconds since the epoch.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn time(&self) -> Result<Timestamp, Why> {
        let [seconds, micros] = list(self.value()?).ok_or(Why::NotUnderstood)? else {
            return Err(Why::NotUnderstood);
        };
        let number = |value| text(value).and_then(|t| t.parse::<u32>().ok()).map(i64::from);
        match (number(seconds), number(micros)) {
            (Some(s), Some(us)) => Ok(Timestamp::from_millis(s * 1000 + us / 1000)),
            _ => Err(Why::NotUnderstood),
        }
    }
}

/// A count or the reason why there is none, as a reading.
pub fn reading(count: Result<u64, Why>) -> Reading {
    count.map_or_else(Reading::not_in_redis, Reading::redis)
}

/// An integer from 0 to [`GREATEST`].
pub fn count(value: &Value) -> Option<u64> {
    match value {
        Value::Int(n) => u64::try_from(*n).ok().filter(|n| *n <= GREATEST),
        _ => None,
    }
}

/// A text.
pub fn text(value: &Value) -> Option<&str> {
    match value {
        Value::BulkString(bytes) => core::str::from_utf8(bytes).ok(),
        Value::SimpleString(text) | Value::VerbatimString { text, .. } => Some(text),
        _ => None,
    }
}

/// The members of a list.
pub fn list(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Array(all) | Value::Set(all) => Some(all),
        _ => None,
    }
}

/// The fields of a record: RESP3's map, or RESP2's list of names and values in turn.
pub fn fields(value: &Value) -> Option<Vec<(&Value, &Value)>> {
    match value {
        Value::Map(all) => Some(all.iter().map(|(name, value)| (name, value)).collect()),
        Value::Array(all) => {
            let (pairs, rest) = all.as_chunks::<2>();
            rest.is_empty().then(|| pairs.iter().map(|[name, value]| (name, value)).collect())
        }
        _ => None,
    }
}

/// The value without RESP3's attributes, which comment on it.
fn bare(value: Value) -> Value {
    match value {
        Value::Attribute { data, .. } => bare(*data),
        other => other,
    }
}

/// What an error reply means, by its first word; a few errors of the general kind by how they go on.
fn why(code: &str, text: &str) -> Why {
    match code {
        "NOAUTH" => Why::NoPassword,
        "WRONGPASS" => Why::WrongPassword,
        // DENIED: protected mode, which lets nobody in from outside.
        "NOPERM" | "DENIED" => Why::NotPermitted,
        "LOADING" => Why::StartingUp,
        "MASTERDOWN" | "CLUSTERDOWN" | "TRYAGAIN" => Why::NotServing,
        "MOVED" | "ASK" => Why::ElsewhereInCluster,
        "WRONGTYPE" => Why::WrongKindOfKey,
        "NOGROUP" => Why::NoSuchKey,
        // Before Redis 6, and where a password is sent to a server that has none.
        "ERR" if text.starts_with("invalid password") => Why::WrongPassword,
        "ERR" if text.contains("AUTH") && text.contains("without any password") => Why::WrongPassword,
        "ERR" if text.starts_with("Client sent AUTH, but no password is set") => Why::WrongPassword,
        "ERR" if text.starts_with("no such key") => Why::NoSuchKey,
        "ERR" if text.starts_with("max number of clients reached") => Why::NotServing,
        _ => Why::NotUnderstood,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Reply {
        Reply::parse(text.as_bytes())
    }

    #[test]
    fn an_error_reply_becomes_its_reason_and_keeps_the_servers_words() {
        for (bytes, why) in [
            (&include_bytes!("../../../testdata/redis/err_noauth.resp")[..], Why::NoPassword),
            (include_bytes!("../../../testdata/redis/err_wrongtype.resp"), Why::WrongKindOfKey),
            (include_bytes!("../../../testdata/redis/err_moved.resp"), Why::ElsewhereInCluster),
            (include_bytes!("../../../testdata/redis/err_masterdown.resp"), Why::NotServing),
            (include_bytes!("../../../testdata/redis/err_no_such_key.resp"), Why::NoSuchKey),
            (b"-NOGROUP No such consumer group 'symfony' for key name 'messages'\r\n", Why::NoSuchKey),
            (b"-WRONGPASS invalid username-password pair or user is disabled.\r\n", Why::WrongPassword),
            (b"-ERR invalid password\r\n", Why::WrongPassword),
            (
                b"-ERR AUTH <password> called without any password configured for the default user.\r\n",
                Why::WrongPassword,
            ),
            (b"-ERR Client sent AUTH, but no password is set\r\n", Why::WrongPassword),
            (b"-NOPERM this user has no permissions to run the 'time' command\r\n", Why::NotPermitted),
            (b"-LOADING Redis is loading the dataset in memory\r\n", Why::StartingUp),
            (b"-CLUSTERDOWN Hash slot not served\r\n", Why::NotServing),
            (b"-TRYAGAIN Multiple keys request during rehashing of slot\r\n", Why::NotServing),
            (b"-ASK 3999 10.0.0.12:6381\r\n", Why::ElsewhereInCluster),
            (b"-ERR max number of clients reached\r\n", Why::NotServing),
            (b"-ERR unknown command 'ZCARD'\r\n", Why::NotUnderstood),
            (b"!21\r\nSYNTAX invalid syntax\r\n", Why::NotUnderstood),
        ] {
            let words = core::str::from_utf8(bytes).unwrap();
            match Reply::parse(bytes) {
                Reply::None(missing) => {
                    assert_eq!(missing.why, why, "{words}");
                    assert!(words.contains(&missing.detail), "{words}");
                }
                value @ Reply::Value(_) => panic!("{value:?} for {words}"),
            }
        }
    }

    #[test]
    fn a_count_is_a_whole_number_from_0_to_2_to_the_53() {
        assert_eq!(Reply::parse(include_bytes!("../../../testdata/redis/heartbeat_two.resp")).count(), Ok(2));
        assert_eq!(
            Reply::parse(include_bytes!("../../../testdata/redis/heartbeat_zero.resp")).count(),
            Ok(0)
        );
        assert_eq!(parse(":9007199254740992\r\n").count(), Ok(1 << 53));
        for not_a_count in
            [":-1\r\n", ":9007199254740993\r\n", "$1\r\n5\r\n", "+5\r\n", ",5\r\n", "$-1\r\n", "*0\r\n"]
        {
            assert_eq!(parse(not_a_count).count(), Err(Why::NotUnderstood), "{not_a_count:?}");
        }
    }

    #[test]
    fn the_stores_time_is_seconds_and_microseconds() {
        let time = |text| parse(text).time();
        assert_eq!(
            time("*2\r\n$10\r\n1796047203\r\n$6\r\n999999\r\n"),
            Ok(Timestamp::from_millis(1_796_047_203_999))
        );
        for broken in
            ["*1\r\n$1\r\n1\r\n", "*2\r\n$2\r\n-1\r\n$1\r\n0\r\n", "*2\r\n$1\r\nx\r\n$1\r\n0\r\n", ":5\r\n"]
        {
            assert_eq!(time(broken), Err(Why::NotUnderstood), "{broken:?}");
        }
        assert_eq!(time("-NOPERM no\r\n"), Err(Why::NotPermitted));
    }

    #[test]
    fn attributes_are_taken_off_and_words_the_parser_refuses_cost_one_reply() {
        assert_eq!(parse("|1\r\n+ttl\r\n:3600\r\n:7\r\n").count(), Ok(7));
        assert_eq!(parse("#x\r\n").count(), Err(Why::NotUnderstood));
        assert_eq!(Reply::parse(b"+\xff\r\n").count(), Err(Why::NotUnderstood));
    }
}
