//! Speaking to Redis: one connection to a server, two pipelined writes at most, replies within a limit; and finding the
//! server that holds a key, where Sentinel or a cluster decides that.
//!
//! Not the queue systems that live in it. The redis crate packs commands and parses replies; the bytes travel
//! over the `Dial` port.

pub mod answered;
pub mod cluster;
pub mod connection;
pub mod exchange;
pub mod frame;
pub mod line;
pub mod reply;
pub mod sentinel;
pub mod server;
