//! The one way in which JSON becomes our own types: the memory, the log, what is pushed.
//!
//! Structs are read from objects alone. serde's derived code reads each from a list of its fields as well, which no
//! writer of ours makes and which is a third of its weight; a Worker carries a hundred such types.
//! Not for other people's documents, whose members are read one by one (`probe::health::json`).

use core::fmt;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

/// Reads a text.
///
/// # Errors
/// When it is not JSON, or not of this type.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    let mut source = serde_json::Deserializer::from_str(text);
    let value = T::deserialize(Objects(&mut source))?;
    source.end()?;
    Ok(value)
}

/// Reads a text that has come as bytes.
///
/// # Errors
/// When it is not UTF-8, not JSON, or not of this type.
pub fn read_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, serde_json::Error> {
    read(core::str::from_utf8(bytes).map_err(Error::custom)?)
}

/// Reads a text of any shape that has come as bytes.
pub fn any(bytes: &[u8]) -> Option<serde_json::Value> {
    serde_json::from_str(core::str::from_utf8(bytes).ok()?).ok()
}

/// Whatever a deserializer is made of, its structs being objects all the way down.
struct Objects<T>(T);

macro_rules! as_it_is {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method(visitor)
        })*
    };
}

macro_rules! all_the_way_down {
    ($($method:ident($($name:ident: $kind:ty),*))*) => {
        $(fn $method<V: Visitor<'de>>(self, $($name: $kind,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method($($name,)* Objects(visitor))
        })*
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Objects<D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(Objects(visitor))
    }

    as_it_is! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32
        deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_unit deserialize_identifier deserialize_ignored_any
    }

    all_the_way_down! {
        deserialize_any()
        deserialize_option()
        deserialize_seq()
        deserialize_map()
        deserialize_unit_struct(name: &'static str)
        deserialize_newtype_struct(name: &'static str)
        deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    }
}

macro_rules! simple_values {
    ($($method:ident: $kind:ty)*) => {
        $(fn $method<E: Error>(self, value: $kind) -> Result<V::Value, E> {
            self.0.$method(value)
        })*
    };
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Objects<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    simple_values! {
        visit_bool: bool
        visit_i64: i64
        visit_u64: u64
        visit_f64: f64
        visit_str: &str
        visit_borrowed_str: &'de str
        visit_string: String
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(Objects(deserializer))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(Objects(deserializer))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Objects(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Objects(entries))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(Objects(data))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Objects<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Objects(deserializer))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Objects<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Objects(seed))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Objects<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Objects(seed))
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Objects<A> {
    type Error = A::Error;
    type Variant = Objects<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (variant, content) = self.0.variant_seed(seed)?;
        Ok((variant, Objects(content)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Objects<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Objects(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(len, Objects(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.newtype_variant_seed(Fields(visitor))
    }
}

/// The fields of a variant.
struct Fields<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Fields<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_map(Objects(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::{Watch, planner};
    use serde::Deserialize;
    use shared::memory::Memory;

    #[test]
    fn what_a_round_has_left_reads_as_it_does_without_us() {
        let watch = Watch::over([planner()]);
        let text = serde_json::to_string(&watch.memory).unwrap();
        assert_eq!(read::<Memory>(&text).unwrap(), serde_json::from_str::<Memory>(&text).unwrap());
        assert_eq!(read_bytes::<Memory>(text.as_bytes()).unwrap(), watch.memory);
    }

    #[test]
    fn every_shape_that_serde_knows_goes_through() {
        #[derive(Deserialize, PartialEq, Debug)]
        enum Shape {
            Unit,
            Newtype(Option<Inner>),
            Tuple(u8, String),
            Struct { inner: Vec<Inner> },
        }
        #[derive(Deserialize, PartialEq, Debug)]
        struct Inner {
            n: f64,
        }
        let text = r#"["Unit",{"Newtype":{"n":1}},{"Newtype":null},{"Tuple":[2,"x"]},{"Struct":{"inner":[{"n":-0.5}]}}]"#;
        let shapes = vec![
            Shape::Unit,
            Shape::Newtype(Some(Inner { n: 1.0 })),
            Shape::Newtype(None),
            Shape::Tuple(2, "x".to_owned()),
            Shape::Struct { inner: vec![Inner { n: -0.5 }] },
        ];
        assert_eq!(read::<Vec<Shape>>(text).unwrap(), shapes);
        for other in [r#"[{"Newtype":[1]}]"#, r#"[{"Struct":[[]]}]"#, r#"["Unit"] 1"#, r#"["Unit""#] {
            assert!(read::<Vec<Shape>>(other).is_err(), "{other}");
        }
        assert!(read_bytes::<String>(b"\"\xff\"").is_err());
    }
}
