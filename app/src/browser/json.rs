//! Serde from what the browser's own JSON parser returns.
//!
//! Only what a `Page` is made of: text, whole numbers, truth values, options, sequences, structs, enums. Phones
//! download this program, and a general reader with its messages is a quarter of it; here an error says
//! nothing, because nobody would read it.

use core::fmt::{self, Display};
use js_sys::{Array, JSON, Reflect};
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};
use wasm_bindgen::JsValue;

/// The value that `text` describes; an error when it is no JSON, or describes something else.
pub fn parse<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, Unreadable> {
    let value = JSON::parse(text).map_err(|_| Unreadable)?;
    T::deserialize(Json(value))
}

/// Not the JSON of such a value.
#[derive(Clone, Copy, Debug)]
pub struct Unreadable;

impl Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not readable")
    }
}

impl core::error::Error for Unreadable {}

impl de::Error for Unreadable {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// One parsed value.
struct Json(JsValue);

impl Json {
    /// A whole number that a float holds exactly.
    #[expect(clippy::cast_possible_truncation, reason = "whole, and at most 2^53")]
    fn whole(&self) -> Result<i64, Unreadable> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        match self.0.as_f64() {
            Some(n) if n.fract() == 0.0 && n.abs() <= EXACT => Ok(n as i64),
            _ => Err(Unreadable),
        }
    }

    /// The member `key`; undefined when there is none.
    fn member(&self, key: &str) -> Result<Self, Unreadable> {
        if !self.0.is_object() {
            return Err(Unreadable);
        }
        Reflect::get(&self.0, &JsValue::from_str(key)).map(Self).map_err(|_| Unreadable)
    }
}

impl<'de> de::Deserializer<'de> for Json {
    type Error = Unreadable;

    /// Of a value whose kind is not asked for, nothing is needed.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_unit()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_bool(self.0.as_bool().ok_or(Unreadable)?)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_i64(self.whole()?)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_i64(self.whole()?)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_i64(self.whole()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_string(self.0.as_string().ok_or(Unreadable)?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.0.is_null() || self.0.is_undefined() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if !Array::is_array(&self.0) {
            return Err(Unreadable);
        }
        visitor.visit_seq(Items { array: Array::from(&self.0), next: 0 })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_map(Members { object: self, fields: fields.iter(), value: None })
    }

    /// A variant without fields is its name, one with fields an object with its name as the only member.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        if let Some(name) = self.0.as_string() {
            return visitor.visit_enum(Variant { name, fields: None });
        }
        for name in variants {
            let fields = self.member(name)?;
            if !fields.0.is_undefined() {
                return visitor.visit_enum(Variant { name: (*name).to_owned(), fields: Some(fields) });
            }
        }
        Err(Unreadable)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i128 u16 u64 u128 f32 f64 char str bytes byte_buf unit unit_struct
        tuple tuple_struct map identifier ignored_any
    }
}

/// The items of an array, in order.
struct Items {
    array: Array,
    next: u32,
}

impl<'de> de::SeqAccess<'de> for Items {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Unreadable> {
        if self.next >= self.array.length() {
            return Ok(None);
        }
        let item = self.array.get(self.next);
        self.next += 1;
        seed.deserialize(Json(item)).map(Some)
    }
}

/// The members of an object that a struct has fields for. Others are not even looked at: a newer server may
/// say more.
struct Members {
    object: Json,
    fields: core::slice::Iter<'static, &'static str>,
    value: Option<Json>,
}

impl<'de> de::MapAccess<'de> for Members {
    type Error = Unreadable;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unreadable> {
        for field in self.fields.by_ref() {
            let value = self.object.member(field)?;
            if !value.0.is_undefined() {
                self.value = Some(value);
                let name: StrDeserializer<'_, Unreadable> = (*field).into_deserializer();
                return seed.deserialize(name).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Unreadable> {
        seed.deserialize(self.value.take().ok_or(Unreadable)?)
    }
}

/// One variant of an enum.
struct Variant {
    name: String,
    fields: Option<Json>,
}

impl<'de> de::EnumAccess<'de> for Variant {
    type Error = Unreadable;
    type Variant = Fields;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Fields), Unreadable> {
        let name: StrDeserializer<'_, Unreadable> = self.name.as_str().into_deserializer();
        Ok((seed.deserialize(name)?, Fields(self.fields)))
    }
}

/// What a variant holds.
struct Fields(Option<Json>);

impl<'de> de::VariantAccess<'de> for Fields {
    type Error = Unreadable;

    fn unit_variant(self) -> Result<(), Unreadable> {
        if self.0.is_none() { Ok(()) } else { Err(Unreadable) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unreadable> {
        seed.deserialize(self.0.ok_or(Unreadable)?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unreadable> {
        de::Deserializer::deserialize_seq(self.0.ok_or(Unreadable)?, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        de::Deserializer::deserialize_struct(self.0.ok_or(Unreadable)?, "", fields, visitor)
    }
}
