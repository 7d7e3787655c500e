//! Fingerprints: of many files, to see whether a build is still fresh; of one, for people to check a download.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::run::{Outcome, at};
use crate::sources;

/// One fingerprint over the paths and contents of everything below `starts`; what does not exist counts as absent.
pub fn of_all(root: &Path, starts: &[PathBuf]) -> Outcome<String> {
    let mut hash = Sha256::new();
    for start in starts.iter().filter(|start| start.exists()) {
        for file in sources::files(start)? {
            let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().into_owned();
            let bytes = fs::read(&file).map_err(at(&file))?;
            // Lengths keep "ab" + "c" apart from "a" + "bc".
            hash.update(format!("{} {name} {} ", name.len(), bytes.len()));
            hash.update(&bytes);
        }
    }
    Ok(hex(&hash.finalize()))
}

/// SHA-256, as `sha256sum` prints it.
pub fn of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_is_the_one_sha256sum_prints() {
        assert_eq!(of_bytes(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn a_fingerprint_changes_with_a_name_and_with_a_content() {
        let folder = std::env::temp_dir().join(format!("headcount-digest-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let of = || of_all(&folder, std::slice::from_ref(&folder)).unwrap();
        fs::write(folder.join("a"), "1").unwrap();
        let first = of();
        assert_eq!(of(), first);
        fs::write(folder.join("a"), "2").unwrap();
        let second = of();
        fs::rename(folder.join("a"), folder.join("b")).unwrap();
        let third = of();
        fs::remove_dir_all(&folder).unwrap();
        assert!(first != second && second != third && first != third);
    }
}
