//! The harness of the end-to-end tests: a real Redis, real queue systems, both hosts of Headcount, and an
//! application whose health can be set. The tests themselves are in `tests/`, and read like the specification.
//!
//! Everything started here ends with the value that stands for it. Nothing here sleeps but `wait`.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a test harness fails by panicking"
)]

pub mod app;
pub mod broker;
pub mod browser;
pub mod bundle;
pub mod canary;
pub mod chance;
pub mod database;
pub mod faults;
pub mod gallery;
pub mod headcount;
pub mod http;
pub mod https;
pub mod mail;
pub mod portal;
pub mod process;
pub mod proxy;
pub mod receiver;
pub mod redis;
pub mod redis_cluster;
pub mod redis_other;
pub mod redis_sentinel;
pub mod redis_tls;
pub mod routes;
pub mod sql;
pub mod symfony;
pub mod systems;
pub mod tab;
pub mod tools;
pub mod wait;

/// Makes two tests of one body, one for each host.
///
/// The body is a closure that takes the [`headcount::Host`] to start Headcount on.
#[macro_export]
macro_rules! on_both_hosts {
    ($name:ident, $body:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn natively() {
                let body: fn($crate::headcount::Host) = $body;
                body($crate::headcount::Host::Native);
            }

            #[test]
            fn on_workers() {
                let body: fn($crate::headcount::Host) = $body;
                body($crate::headcount::Host::Worker);
            }
        }
    };
}
