//! A number that is known, or unknown with a reason: never a zero that stands for "could not ask".
//!
//! Not what a number means for a verdict: only a known 0 of workers means anything (`reduce`).

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

/// The greatest number that is one: every reader of JSON holds it exactly.
pub const GREATEST: u64 = 1 << 53;

/// A number with its source, or the reason why there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(from = "ReadingForm")]
pub enum Reading {
    /// It was counted.
    Known {
        /// The number: 0 to `GREATEST`.
        value: u64,
        /// Who counted.
        source: Source,
    },
    /// It was not.
    Unknown {
        /// Why not.
        why: Why,
        /// Who was asked.
        source: Source,
    },
}

/// Who counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Headcount itself, in the Redis behind the queue.
    Redis,
    /// Headcount itself, by RabbitMQ's management API.
    Rabbitmq,
    /// Headcount itself, in the SQL database that holds the messages.
    Sql,
    /// The application, in its health document.
    App,
}

/// Why a number is not known: a closed list, so that no remote word can travel in it (DESIGN 1.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Nobody has asked yet.
    NotAskedYet,
    /// Connection refused, reset, timed out, cut off.
    NotAnswering,
    /// The server wants a password and we have none (NOAUTH).
    NoPassword,
    /// The server refused our password (WRONGPASS).
    WrongPassword,
    /// The server refused the command or the key (NOPERM).
    NotPermitted,
    /// The server is loading its data (LOADING).
    StartingUp,
    /// The server answers but cannot serve data (MASTERDOWN, CLUSTERDOWN).
    NotServing,
    /// Another node of a cluster holds the key (MOVED, ASK).
    ElsewhereInCluster,
    /// The configured key is of another kind (WRONGTYPE).
    WrongKindOfKey,
    /// The key, stream or group does not exist (yet).
    NoSuchKey,
    /// The reply is larger than the limit.
    TooLarge,
    /// The reply, or the number in it, was not understood.
    NotUnderstood,
    /// This system does not tell.
    NotOffered,
    /// The document does not carry the number, or says null.
    NotReported,
    /// It was not asked, because the other side is restarting or asked us to wait.
    NotAsked,
    /// The store's clock and ours differ by more than two seconds.
    ClockSkew,
    /// The fault is our own: nothing could be reached, or our platform refused.
    OurFault,
}

impl Source {
    /// Whether that is Headcount itself, wherever it looked.
    pub const fn is_ours(self) -> bool {
        !matches!(self, Self::App)
    }
}

impl Reading {
    /// A number that Headcount counted in a Redis.
    pub const fn redis(value: u64) -> Self {
        Self::Known { value, source: Source::Redis }
    }

    /// A number that the application counted.
    pub const fn app(value: u64) -> Self {
        Self::Known { value, source: Source::App }
    }

    /// A number that was looked for there.
    pub fn of(source: Source, found: Result<u64, Why>) -> Self {
        match found {
            Ok(value) => Self::Known { value, source },
            Err(why) => Self::Unknown { why, source },
        }
    }

    /// A number that Headcount could not count in a Redis.
    pub const fn not_in_redis(why: Why) -> Self {
        Self::Unknown { why, source: Source::Redis }
    }

    /// A number that the application does not tell.
    pub const fn not_from_app(why: Why) -> Self {
        Self::Unknown { why, source: Source::App }
    }

    /// The number, for arithmetic that has its own answer to "not known".
    pub const fn known(self) -> Option<u64> {
        match self {
            Self::Known { value, .. } => Some(value),
            Self::Unknown { .. } => None,
        }
    }

    /// Who was asked.
    pub const fn source(self) -> Source {
        match self {
            Self::Known { source, .. } | Self::Unknown { source, .. } => source,
        }
    }

    /// Whether the number is known and is 0: the one reading that decides a verdict.
    pub const fn is_known_zero(self) -> bool {
        matches!(self, Self::Known { value: 0, .. })
    }

    /// Combines two numbers; unknown if either is, with the first one's reason.
    #[must_use]
    pub fn zip(self, other: Self, f: impl FnOnce(u64, u64) -> u64) -> Self {
        match (self, other) {
            (Self::Known { value: a, source }, Self::Known { value: b, .. }) => {
                Self::Known { value: f(a, b), source }
            }
            (Self::Unknown { .. }, _) => self,
            (_, Self::Unknown { .. }) => other,
        }
    }
}

/// `{"value": 58, "source": "redis"}` or `{"value": null, "source": "redis", "why": "not_permitted"}`.
impl Serialize for Reading {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Known { value, source } => {
                let mut out = s.serialize_struct("Reading", 2)?;
                out.serialize_field("value", &value)?;
                out.serialize_field("source", &source)?;
                out.end()
            }
            Self::Unknown { why, source } => {
                let mut out = s.serialize_struct("Reading", 3)?;
                out.serialize_field("value", &None::<u64>)?;
                out.serialize_field("source", &source)?;
                out.serialize_field("why", &why)?;
                out.end()
            }
        }
    }
}

#[derive(Deserialize)]
struct ReadingForm {
    value: Option<u64>,
    source: Source,
    why: Option<Why>,
}

impl From<ReadingForm> for Reading {
    fn from(form: ReadingForm) -> Self {
        let ReadingForm { value, source, why } = form;
        match value {
            Some(value) => Self::Known { value, source },
            None => Self::Unknown { why: why.unwrap_or(Why::NotUnderstood), source },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_is_written_with_its_source_and_its_reason() {
        let known = serde_json::to_string(&Reading::redis(58)).unwrap();
        assert_eq!(known, r#"{"value":58,"source":"redis"}"#);
        let unknown = serde_json::to_string(&Reading::not_in_redis(Why::NotPermitted)).unwrap();
        assert_eq!(unknown, r#"{"value":null,"source":"redis","why":"not_permitted"}"#);
        for text in [known, unknown] {
            let read: Reading = serde_json::from_str(&text).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
    }

    #[test]
    fn a_sum_with_an_unknown_part_is_unknown() {
        let unknown = Reading::not_in_redis(Why::TooLarge);
        assert_eq!(Reading::redis(2).zip(unknown, |a, b| a + b), unknown);
        assert_eq!(Reading::redis(2).zip(Reading::redis(3), |a, b| a + b), Reading::redis(5));
    }
}
