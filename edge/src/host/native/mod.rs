//! The native host: one binary with the page inside (tokio, axum, rustls, rusqlite).
//!
//! Each file is one port, one command or one part of the server.

mod assets;
mod body;
mod cache;
mod check;
pub mod cli;
mod clock;
mod config_command;
mod database;
mod demo;
mod dial;
mod gate;
mod http;
mod ids;
mod ingest;
mod keeper;
mod listen;
mod log;
mod mail;
mod notify;
mod operator;
mod ops_link;
mod ports;
mod push;
mod rounds;
mod say;
mod serve;
mod server;
mod settings;
pub mod sql;
mod tls;
mod try_command;
