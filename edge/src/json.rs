//! Keys of JSON objects that are there twice: a document of which two readers may take different halves.
//!
//! Not what a document means: whoever asks reads it by `serde_json`, which takes the last of two.

use core::fmt;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeSet;

/// The first key that an object in this document has twice, at whatever depth. Nothing if there is none, or if this is
/// no JSON.
pub fn repeated_key(body: &[u8]) -> Option<String> {
    let mut found = None;
    // An error is no repetition, or has been noted where it was found.
    let text = core::str::from_utf8(body).unwrap_or_default();
    let _ = Search(&mut found).deserialize(&mut serde_json::Deserializer::from_str(text));
    found
}

/// Looks through one value, and leaves the key here.
struct Search<'a>(&'a mut Option<String>);

impl<'de> DeserializeSeed<'de> for Search<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Search<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut keys = BTreeSet::new();
        while let Some(key) = map.next_key::<String>()? {
            map.next_value_seed(Search(self.0))?;
            if keys.contains(&key) {
                self.0.get_or_insert(key);
            } else {
                keys.insert(key);
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(Search(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_there_twice_is_found_at_any_depth_and_however_it_is_written() {
        for (body, found) in [
            (r#"{"a":1,"b":2}"#, None),
            (r#"{"a":1,"a":1}"#, Some("a")),
            (r#"{"a":null,"b":1.5,"a":true}"#, Some("a")),
            (r#"{"a":[{"b":"x"},{"b":"y","c":-1}]}"#, None),
            (r#"{"a":[{"b":"x","c":1,"b":"y"}]}"#, Some("b")),
            (r#"{"a":{"b":{}},"\u0061":0}"#, Some("a")),
            ("[]", None),
            (r#"{"a":1,"a""#, None),
            ("no JSON", None),
        ] {
            assert_eq!(repeated_key(body.as_bytes()).as_deref(), found, "{body}");
        }
    }
}
