//! The fields of a body: texts by name, whether they came as JSON or from a form. Empty ones count as absent.
//!
//! Not what they mean.

use crate::words::operator as words;
use serde_json::Value;
use std::collections::BTreeMap;

/// What was filled in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Fields(BTreeMap<String, Vec<String>>);

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
        let Ok(Value::Object(object)) = serde_json::from_slice(body) else {
            return Err(words::NOT_AN_OBJECT.to_owned());
        };
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
        if !value.trim().is_empty() {
            self.0.entry(name.to_owned()).or_default().push(value);
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
