//! Processor time of other processes, as the kernel counts it in `/proc`. Linux only.

use std::fs;
use std::time::Duration;

use crate::run::Outcome;

/// The kernel counts for programs in hundredths of a second on every architecture (`USER_HZ`).
const TICK: Duration = Duration::from_millis(10);

/// User and system time of all threads of a process since it began. Steps of 10 ms.
pub fn of(process: u32) -> Outcome<Duration> {
    let fields = Fields::of(process).ok_or_else(|| {
        format!("/proc/{process}/stat cannot be read: processor time is measured on Linux, and while it runs")
    })?;
    Ok(TICK * (fields.user + fields.system))
}

/// A process that another one has started, or one of those.
pub struct Descendant {
    pub id: u32,
    pub name: String,
}

/// All processes that a process has started, and those that they have. Parents come first.
pub fn descendants(of: u32) -> Vec<Descendant> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let all: Vec<(u32, Fields)> = entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(|process| Some((process, Fields::of(process)?)))
        .collect();
    let mut family: Vec<Descendant> = Vec::new();
    let mut next = 0;
    let mut parent = Some(of);
    while let Some(id) = parent {
        let children = all.iter().filter(|(_, fields)| fields.parent == id);
        family.extend(children.map(|(id, fields)| Descendant { id: *id, name: fields.name.clone() }));
        parent = family.get(next).map(|descendant| descendant.id);
        next += 1;
    }
    family
}

struct Fields {
    name: String,
    parent: u32,
    user: u32,
    system: u32,
}

impl Fields {
    fn of(process: u32) -> Option<Self> {
        Self::read(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// The name is in brackets and may contain some; the fields after it are numbered from 3 (proc(5)).
    fn read(line: &str) -> Option<Self> {
        let (before, after) = line.rsplit_once(") ")?;
        let name = before.split_once('(')?.1.to_owned();
        let mut fields = after.split(' ');
        let parent = fields.nth(1)?.parse().ok()?;
        let user = fields.nth(9)?.parse().ok()?;
        let system = fields.next()?.parse().ok()?;
        Some(Self { name, parent, user, system })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_brackets_and_blanks_does_not_shift_the_fields() {
        let line = "7 (a) b (c)) S 3 7 7 0 -1 4194304 1 2 3 4 50 60 8 9 20 0 1 0 100";
        let fields = Fields::read(line).unwrap();
        assert_eq!((fields.name.as_str(), fields.parent), ("a) b (c)", 3));
        assert_eq!((fields.user, fields.system), (50, 60));
    }
}
