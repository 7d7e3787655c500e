//! DESIGN 4, sentence by sentence: what each round does to what is shown.
//!
//! Not what holds for every sequence of rounds: that is `properties`.

mod confirmation;
mod draining;
mod expiry;
mod numbers;
mod parts;
mod public;
mod witnesses;
mod workers;
mod worst_of;
