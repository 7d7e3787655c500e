//! The domain of Headcount: what was read, what it means, how long it stays true.
//!
//! Pure: no I/O, no clock, no framework. Everything takes `now` as a parameter and returns values. Words for
//! people are not here (the edge has the catalogue), and neither is anything that knows a protocol.

pub mod alert;
pub mod annals;
pub mod board;
mod expiry;
pub mod flag;
pub mod history;
pub mod incident;
pub mod maintenance;
pub mod map;
pub mod memory;
pub mod movement;
pub mod name;
pub mod order;
pub mod page;
pub mod plan;
pub mod public;
pub mod reading;
pub mod reduce;
pub mod sample;
pub mod state;
pub mod time;
pub mod trend;
