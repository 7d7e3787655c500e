//! `/badge.json`: what the badge says, for Shields (`https://img.shields.io/endpoint?url=…`), schema version 1.
//!
//! Not drawn here, and no `cacheSeconds`: Shields keeps every badge longer than this page would let it.

use super::badge::{Said, picture};
use crate::words::{Locale, elsewhere};
use serde::Serialize;
use shared::page::Tone;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Endpoint<'a> {
    schema_version: u32,
    label: &'a str,
    message: &'a str,
    color: &'static str,
    /// An error's colour cannot be chosen in the address of the badge.
    is_error: bool,
}

pub(super) fn render(said: &Said) -> Vec<u8> {
    written(&said.label, &said.message, said.tone)
}

/// In place of the badge of something that is not there.
pub(super) fn not_found(l: &Locale) -> Vec<u8> {
    written("", &elsewhere::not_found(l), Tone::NotKnown)
}

fn written(label: &str, message: &str, tone: Tone) -> Vec<u8> {
    let [color, _] = picture::colours(tone);
    let is_error = matches!(tone, Tone::NotWorking | Tone::NotKnown | Tone::OutOfDate);
    // Serialising a structure of strings into memory cannot fail.
    serde_json::to_vec(&Endpoint { schema_version: 1, label, message, color, is_error }).unwrap_or_default()
}
