//! The native host: one binary with the page inside (tokio, axum, rustls, rusqlite).
//!
//! Each file is one port, one command or one part of the server.

mod assets;
mod cache;
mod check;
pub mod cli;
mod clock;
mod config_command;
mod demo;
mod dial;
mod gate;
mod http;
mod listen;
mod log;
mod ports;
mod rounds;
mod serve;
mod server;
mod settings;
mod sql;
mod tls;
