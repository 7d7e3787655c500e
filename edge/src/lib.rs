//! Headcount's edge: reads health endpoints and the Redis behind job queues, judges, remembers and answers.
//!
//! Arrows point one way: `host → web, probe, store → shared`. Everything outside `host` is protocol code: it
//! takes bytes, and `now` as a parameter, and names no runtime.

mod calendar;
pub mod config;
pub mod detect;
mod digest;
pub mod host;
mod json;
pub mod maintenance;
pub mod notify;
mod objects;
pub mod ports;
pub mod probe;
pub mod push;
#[cfg(test)]
mod squeeze; // for the build alone
pub mod store;
pub mod web;
pub mod words;
