//! Speaking to Redis: one connection, one pipelined write, replies within a limit.
//!
//! Not the queue systems that live in it. The redis crate packs commands and parses replies; the bytes travel
//! over the `Dial` port.

pub mod connection;
pub mod exchange;
pub mod frame;
pub mod reply;
