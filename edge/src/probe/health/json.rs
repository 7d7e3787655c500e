//! JSON as far as health documents need it: members in document order, and values that fail one by one.
//!
//! Not a tree: values stay raw text until somebody asks for one, so that a number like `1e999` or a broken
//! escape in one line costs that line only. Nothing here recurses, however deep a document is nested.

use core::fmt;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeSet;

/// How deep a document may be nested (lists and objects, the root included).
pub const MAX_DEPTH: usize = 32;

/// Why a body is not a JSON object that can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// There is nothing but white space.
    Empty,
    /// It is not UTF-8 text.
    NotUtf8,
    /// It is not JSON from this place on.
    NotJson {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// It is nested deeper than `MAX_DEPTH`.
    TooDeep,
    /// It is JSON, but a list, a text or a number.
    NotAnObject,
    /// A key of the root stands there twice, so that readers disagree on what it says.
    KeyTwice(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("empty"),
            Self::NotUtf8 => f.write_str("not UTF-8"),
            Self::NotJson { line, column } => write!(f, "not JSON at line {line}, column {column}"),
            Self::TooDeep => write!(f, "nested deeper than {MAX_DEPTH}"),
            Self::NotAnObject => f.write_str("JSON, but not an object"),
            Self::KeyTwice(key) => write!(f, "the key {key:?} stands there twice"),
        }
    }
}

/// An object's members in document order.
#[derive(Clone, Debug)]
pub struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Object<'a> {
    /// Reads a whole body that is an object.
    pub fn document(body: &'a [u8]) -> Result<Self, Unreadable> {
        let root = root(body)?;
        if !root.get().starts_with('{') {
            return Err(Unreadable::NotAnObject);
        }
        let members: Members<'a> = serde_json::from_str(root.get()).map_err(|e| not_json(&e))?;
        match first_key_twice(&members.0) {
            Some(key) => Err(Unreadable::KeyTwice(super::common::clip(key))),
            None => Ok(Self(members.0)),
        }
    }

    /// An object inside a document; nothing if the value is of another kind or has a key twice.
    pub fn of(value: &'a RawValue) -> Option<Self> {
        let members: Members<'a> = serde_json::from_str(value.get()).ok()?;
        first_key_twice(&members.0).is_none().then_some(Self(members.0))
    }

    /// The value of a key. `null` equals absence in every format.
    pub fn get(&self, key: &str) -> Option<&'a RawValue> {
        let (_, value) = self.0.iter().find(|(k, _)| k == key)?;
        (value.get() != "null").then_some(*value)
    }

    /// The value of a key, if it is a text that says something.
    pub fn text(&self, key: &str) -> Option<String> {
        text(self.get(key)?).filter(|text| !text.is_empty())
    }

    /// The value of a key, if it is true or false.
    pub fn truth(&self, key: &str) -> Option<bool> {
        self.get(key)?.get().parse().ok()
    }

    /// Whether the key is there, even as `null`.
    pub fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(k, _)| k == key)
    }

    /// All members, in document order.
    pub fn members(&self) -> &[(String, &'a RawValue)] {
        &self.0
    }
}

/// Reads a whole body of any kind: byte order mark and white space around it are no part of it.
pub fn root(body: &[u8]) -> Result<&RawValue, Unreadable> {
    let body = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body);
    let text = core::str::from_utf8(body).map_err(|_| Unreadable::NotUtf8)?.trim();
    if text.is_empty() {
        return Err(Unreadable::Empty);
    }
    if depth(text) > MAX_DEPTH {
        return Err(Unreadable::TooDeep);
    }
    serde_json::from_str(text).map_err(|e| not_json(&e))
}

/// The items of a list; nothing if the value is of another kind.
pub fn list(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}

/// A value's text; nothing if it is of another kind or cannot be decoded.
pub fn text(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// The greatest nesting of a text that may or may not be JSON; brackets inside of strings do not count.
fn depth(text: &str) -> usize {
    let (mut depth, mut greatest, mut in_string, mut escaped) = (0_usize, 0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                depth = depth.saturating_add(1);
                greatest = greatest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    greatest
}

fn not_json(e: &serde_json::Error) -> Unreadable {
    Unreadable::NotJson { line: e.line(), column: e.column() }
}

fn first_key_twice<'m>(members: &'m [(String, &RawValue)]) -> Option<&'m str> {
    let mut seen = BTreeSet::new();
    members.iter().map(|(key, _)| key.as_str()).find(|key| !seen.insert(*key))
}

struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_the_order_of_the_document() {
        let object = Object::document(br#"{"z":1,"a":{"y":2},"m":[3]}"#).unwrap();
        let keys: Vec<&str> = object.members().iter().map(|(k, _)| k.as_str()).collect();
        assert_eq!(keys, ["z", "a", "m"]);
    }

    #[test]
    fn a_byte_order_mark_and_white_space_are_no_part_of_the_document() {
        assert!(Object::document(b"\xef\xbb\xbf \r\n{}\n\n").is_ok());
        assert_eq!(Object::document(b"\xef\xbb\xbf  ").unwrap_err(), Unreadable::Empty);
    }

    #[test]
    fn each_kind_of_unreadable_body_says_what_it_is() {
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(32), "]".repeat(32));
        let open = "[".repeat(65_536);
        for (body, expected) in [
            (&b"{\"a\":\"\xff\"}"[..], Unreadable::NotUtf8),
            (b"\xff\xfe{\x00}\x00", Unreadable::NotUtf8),
            (b"{\"a\":1", Unreadable::NotJson { line: 1, column: 6 }),
            (b"{\"a\":1} x", Unreadable::NotJson { line: 1, column: 9 }),
            (b"[{}]", Unreadable::NotAnObject),
            (b"\"ok\"", Unreadable::NotAnObject),
            (deep.as_bytes(), Unreadable::TooDeep),
            (open.as_bytes(), Unreadable::TooDeep),
            (br#"{"a":1,"\u0061":2}"#, Unreadable::KeyTwice("a".into())),
        ] {
            assert_eq!(Object::document(body).unwrap_err(), expected);
        }
    }

    #[test]
    fn brackets_inside_of_strings_are_not_nesting() {
        let body = format!(r#"{{"a":"\"{}"}}"#, "[".repeat(100));
        assert!(Object::document(body.as_bytes()).is_ok());
        let allowed = format!("{{\"a\":{}{}}}", "[".repeat(31), "]".repeat(31));
        assert!(Object::document(allowed.as_bytes()).is_ok());
    }

    #[test]
    fn a_broken_value_costs_only_itself() {
        let object = Object::document(br#"{"status":"ok","n":1e999,"error":"\ud800","x":null}"#).unwrap();
        assert_eq!(object.text("status").as_deref(), Some("ok"));
        assert_eq!(object.text("error"), None);
        assert!(object.get("x").is_none() && object.has("x"));
    }
}
