//! The fields of a body: texts by name, whether they came as JSON or from a form. Empty ones count as absent.
//!
//! Not what they mean.

use crate::json;
use crate::words::operator as words;
use serde_json::Value;
use shared::map::Map;
use shared::name::shows_something;

/// What was filled in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Fields(Map<String, Vec<String>>);

impl Fields {
    pub(super) fn of_form(body: &[u8]) -> Self {
        let mut fields = Self::default();
        for (name, value) in url::form_urlencoded::parse(body) {
            // A browser ends lines in a text area with both characters.
            fields.add(&name, value.replace("\r\n", "\n"));
        }
        fields
    }

    pub(super) fn of_json(body: &[u8]) -> Result<Self, String> {
        let Some(Value::Object(object)) = crate::objects::any(body) else {
            return Err(words::NOT_AN_OBJECT.to_owned());
        };
        // Which of two was meant, nobody can tell.
        if let Some(name) = json::repeated_key(body) {
            return Err(words::said_twice(&name));
        }
        let mut fields = Self::default();
        for (name, value) in object {
            let values = match value {
                Value::Array(items) => items,
                one => vec![one],
            };
            for value in values {
                match value {
                    Value::Null => {}
                    Value::String(text) => fields.add(&name, text),
                    Value::Number(number) => fields.add(&name, number.to_string()),
                    Value::Bool(_) | Value::Array(_) | Value::Object(_) => return Err(words::no_text(&name)),
                }
            }
        }
        Ok(fields)
    }

    fn add(&mut self, name: &str, value: String) {
        if shows_something(&value) {
            self.0.or_default(name.to_owned()).push(value);
        }
    }

    /// The only value of a field.
    pub(super) fn take(&mut self, name: &str) -> Result<Option<String>, String> {
        let mut values = self.all(name).into_iter();
        match (values.next(), values.next()) {
            (_, Some(_)) => Err(words::said_twice(name)),
            (one, None) => Ok(one),
        }
    }

    /// All values of a field.
    pub(super) fn all(&mut self, name: &str) -> Vec<String> {
        self.0.remove(name).unwrap_or_default()
    }

    /// Complains of a field that nobody asked for.
    pub(super) fn finish(self, known: &[&str]) -> Result<(), String> {
        match self.0.keys().next() {
            Some(name) => Err(words::unknown_field(name, known)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_is_there_twice_is_named_and_refused_however_it_came() {
        let refused = |name: &str| Err(format!("\"{name}\" is there more than once; write it once"));
        for (body, name) in [
            (r#"{"incident":3,"stage":"looking","stage":"fixed"}"#, "stage"),
            (r#"{"text":"1.42","text":null}"#, "text"),
            (r#"{"lasts":"2h","services":[],"services":["planner"]}"#, "services"),
        ] {
            assert_eq!(Fields::of_json(body.as_bytes()).map(drop), refused(name), "{body}");
        }
        assert_eq!(
            Fields::of_json(br#"{"text":["a","b"]}"#).unwrap().take("text").map(drop),
            refused("text")
        );
        assert_eq!(Fields::of_form(b"text=1.42&text=1.43").take("text").map(drop), refused("text"));
    }
}
