//! A database that fails costs the memory, never the verdict: it is read-only, full, locked, damaged or gone, when
//! Headcount starts and while it runs.
//!
//! In each case the verdict stays live, pages are answered and say that history is not available, alerts go out; and
//! once the database can be used again it is, by itself, with all that happened meanwhile.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use core::time::Duration;
use rusqlite::Connection;
use serde_json::Value;
use std::fs;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use tests::app::{ALL_WELL, App};
use tests::database::Copy;
use tests::headcount::{Headcount, SOON, native_after};
use tests::process::run;
use tests::receiver::Receiver;
use tests::wait::eventually;

const DOWN: &str = r#"{"status":"degraded","deps":{"postgres":{"status":"down"}}}"#;
const NOTICE: &str = "History cannot be shown at the moment; the verdict is live.";

/// An application, somebody who is told, and a Headcount whose database is in a folder of its own.
struct Stage {
    headcount: Headcount,
    app: App,
    receiver: Receiver,
}

impl Stage {
    /// All is well, and kept: there have been two rounds.
    fn set() -> Self {
        Self::set_after(":")
    }

    /// The same with a process that does something else to itself first.
    fn set_after(shell: &str) -> Self {
        let (app, receiver) = (App::start(), Receiver::start());
        let config = format!(
            "[page]\ntitle = \"Storage\"\nevery = \"5s\"\nadmin_token = \"open-sesame-and-close\"\n\
             [[service]]\nid = \"a\"\nhealth = {{ url = \"{}\", format = \"adr075\", timeout = \"2s\" }}\n\
             [[channel]]\nid = \"hook\"\nkind = \"webhook\"\nurl = \"{}\"\nsecret = \"s\"\n",
            app.url(),
            receiver.url("/hook")
        );
        // A process that has reached its limit of a file's size is told so, and not ended by a signal.
        let shell = format!("mkdir -p data; trap '' XFSZ; {shell}");
        let headcount = native_after(&shell, &["--data", "data/headcount.db"], &config, &[]);
        let stage = Self { headcount, app, receiver };
        stage.becomes("operational");
        stage.hurry("a second round that is kept", |_| rounds(&stage.database()) >= Some(2));
        stage
    }

    fn folder(&self) -> PathBuf {
        self.headcount.files().at("data")
    }

    fn database(&self) -> PathBuf {
        self.folder().join("headcount.db")
    }

    /// Looks until it is so, and has the next round made at once: a signal to read the configuration again does that.
    #[track_caller]
    fn hurry(&self, what: &str, is_so: impl Fn(&Value) -> bool) {
        let mut asked_at = Value::Null;
        eventually(what, SOON, || {
            let page = self.headcount.get("/page.json").json();
            if is_so(&page) {
                return Ok(());
            }
            if page["checked_at"] != asked_at {
                asked_at.clone_from(&page["checked_at"]);
                run(Command::new("kill").args(["-HUP", &self.id()]));
            }
            Err(page["notice"].clone())
        });
    }

    fn id(&self) -> String {
        self.headcount.process_id().to_string()
    }

    #[track_caller]
    fn becomes(&self, verdict: &str) {
        self.hurry(verdict, |_| self.headcount.status()["verdict"] == verdict);
    }

    /// The application fails, and that is told.
    #[track_caller]
    fn goes_down(&self) {
        self.app.set(503, DOWN);
        self.becomes("down");
        eventually("the alert", SOON, || self.told().first().cloned());
    }

    /// The database does not work, and nobody is worse off for it.
    #[track_caller]
    fn lives_without(&self) {
        self.hurry("the notice", |page| page["notice"] == NOTICE);
        let before = self.headcount.status()["verdict"].clone();
        let (body, after, kind) = if before == "operational" {
            (DOWN, "down", "down")
        } else {
            (ALL_WELL, "operational", "recovered")
        };
        self.app.set(200, body);
        self.becomes(after);
        eventually("the alert", SOON, || self.told().last().filter(|told| told["kind"] == kind).cloned());
        assert!(self.headcount.get("/").text().contains(NOTICE));
        assert_eq!(self.headcount.get("/readyz").status, 200, "readiness does not depend on history");
    }

    /// The database works again, and has what happened meanwhile.
    #[track_caller]
    fn has_recovered(&mut self) {
        self.hurry("no notice", |page| page["notice"] == "");
        self.app.set(200, ALL_WELL);
        self.becomes("operational");
        let ends = |told: &[Value]| told.iter().filter(|told| told["kind"] == "recovered").count();
        eventually("the end", SOON, || (ends(&self.told()) == 1).then_some(()));
        let told = self.told();
        assert_eq!(told.len(), 2, "down and its end: {told:#?}");
        assert_eq!(told[0]["key"], told[1]["key"]);
        self.nothing_is_lost_by_a_restart();
    }

    #[track_caller]
    fn nothing_is_lost_by_a_restart(&mut self) {
        let (told, before) = (self.told().len(), self.headcount.status());
        self.headcount.restart();
        let now = self.headcount.status();
        assert_eq!(now["services"][0]["since"], before["services"][0]["since"]);
        for _ in 0..2 {
            let checked_at = self.headcount.status()["checked_at"].clone();
            self.hurry("another round", |_| self.headcount.status()["checked_at"] != checked_at);
        }
        assert_eq!(self.told().len(), told, "a restart says nothing again");
        let kept = Copy::of(&self.database()).unwrap();
        let incidents = kept.documents("SELECT body FROM incidents");
        assert_eq!(incidents.len(), 1, "{incidents:#?}");
        assert!(incidents[0]["closed_at"].is_i64(), "{incidents:#?}");
    }

    fn told(&self) -> Vec<Value> {
        self.receiver.received().iter().map(tests::receiver::Received::json).collect()
    }

    /// Writes into the file itself, while nobody else has it open.
    fn stopped(&mut self, change: impl FnOnce(&Path)) {
        self.headcount.stop();
        // Brings the log into the file.
        drop(
            Connection::open(self.database())
                .and_then(|file| file.query_row("SELECT 1 FROM state", [], |_| Ok(()))),
        );
        change(&self.database());
        self.headcount.start_again();
    }

    /// Limits the size of the files that it may write, in bytes: into 4096 not even one page fits.
    fn files_are_limited_to(&self, limit: &str) {
        let limited = run(Command::new("prlimit").args(["--pid", &self.id(), &format!("--fsize={limit}:")]));
        assert_eq!(limited.code, 0, "{limited:?}");
    }
}

fn rounds(database: &Path) -> Option<i64> {
    Some(Copy::of(database)?.number("SELECT count(*) FROM rounds"))
}

fn write_at(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = fs::File::options().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(bytes).unwrap();
}

fn damaged(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| {
            name.starts_with("headcount.db.damaged-") && !name.ends_with("-wal") && !name.ends_with("-shm")
        })
        .count()
}

/// The version that may write a file: 2 is "any that knows write-ahead logs" (SQLite's file format, 1.3.3). With a
/// greater one SQLite only reads it, whoever asks: what a read-only disk does, on any machine and for root too.
const WRITE_VERSION: u64 = 18;

#[test]
fn a_database_that_is_read_only_at_the_start_is_read_and_written_once_it_can_be() {
    let mut stage = Stage::set();
    let since = stage.headcount.status()["services"][0]["since"].clone();
    stage.stopped(|file| write_at(file, WRITE_VERSION, &[3]));
    let status = stage.headcount.status();
    assert_eq!((&status["verdict"], &status["services"][0]["since"]), (&"operational".into(), &since));
    stage.lives_without();
    write_at(&stage.database(), WRITE_VERSION, &[2]);
    stage.has_recovered();
}

#[test]
fn a_full_disk_is_survived_and_used_again_when_there_is_room() {
    let mut stage = Stage::set();
    stage.files_are_limited_to("4096");
    stage.lives_without();
    stage.files_are_limited_to("unlimited");
    stage.has_recovered();
}

#[test]
fn a_disk_that_is_full_at_the_start_is_survived() {
    let mut stage = Stage::set();
    stage.headcount.stop();
    fs::remove_dir_all(stage.folder()).unwrap();
    // The log of the process itself is a file as well, and fits in.
    stage.headcount.start_again_after("mkdir -p data; trap '' XFSZ; ulimit -S -f 8");
    stage.becomes("operational");
    stage.lives_without();
    stage.files_are_limited_to("unlimited");
    stage.has_recovered();
}

#[test]
fn a_lock_of_another_process_stops_nothing() {
    let mut stage = Stage::set();
    let other = Connection::open(stage.database()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    stage.lives_without();
    other.execute_batch("ROLLBACK").unwrap();
    drop(other);
    stage.has_recovered();
}

#[test]
fn a_lock_at_the_start_keeps_nobody_from_reading() {
    let mut stage = Stage::set();
    let since = stage.headcount.status()["services"][0]["since"].clone();
    stage.headcount.stop();
    let other = Connection::open(stage.database()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    stage.headcount.start_again();
    let status = stage.headcount.status();
    assert_eq!((&status["verdict"], &status["services"][0]["since"]), (&"operational".into(), &since));
    stage.lives_without();
    other.execute_batch("ROLLBACK").unwrap();
    drop(other);
    stage.has_recovered();
}

#[test]
fn a_file_that_is_no_database_is_moved_aside_at_the_start() {
    is_moved_aside_at_the_start(|file| fs::write(file, "no database. ".repeat(1000)).unwrap());
}

#[test]
fn a_database_of_which_a_part_is_damaged_is_moved_aside_at_the_start() {
    is_moved_aside_at_the_start(|file| {
        // All but the first page, which has the names of the tables.
        let length = file.metadata().unwrap().len();
        write_at(file, 4096, &vec![0xa5; usize::try_from(length - 4096).unwrap()]);
    });
}

fn is_moved_aside_at_the_start(damage: impl FnOnce(&Path)) {
    let mut stage = Stage::set();
    stage.stopped(damage);
    stage.becomes("operational");
    stage.hurry("a new database", |page| page["notice"] == "");
    assert_eq!(damaged(&stage.folder()), 1);
    assert!(stage.headcount.log().contains("moved aside to"), "{}", stage.headcount.log());
    assert!(rounds(&stage.database()) >= Some(1));
}

#[test]
fn damage_while_it_runs_is_moved_aside_and_what_is_known_is_written_anew() {
    let mut stage = Stage::set();
    stage.goes_down();
    let length = stage.database().metadata().unwrap().len();
    write_at(&stage.database(), 0, &vec![0xa5; usize::try_from(length.max(4096)).unwrap()]);
    stage.hurry("a new one", |_| damaged(&stage.folder()) == 1 && rounds(&stage.database()) >= Some(1));
    assert!(stage.headcount.log().contains("moved aside to"), "{}", stage.headcount.log());
    stage.has_recovered();
}

/// Root may write whatever it wants until it gives that up; whoever else runs this has nothing to give up.
const AS_OWNER: &str = "without='setpriv --bounding-set=-dac_override,-dac_read_search'; \
    if $without true; then exec $without \"$0\" \"$@\"; fi";

fn allow(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// What is open can be written to whatever becomes of its permissions. So another file takes its place, as when a backup
/// is put back.
#[test]
fn a_database_that_becomes_read_only_while_it_runs_is_written_once_it_can_be() {
    let mut stage = Stage::set_after(AS_OWNER);
    let (database, other) = (stage.database(), stage.folder().join("other.db"));
    fs::copy(&database, &other).unwrap();
    allow(&other, 0o444);
    fs::rename(&other, &database).unwrap();
    allow(&stage.folder(), 0o555);
    stage.lives_without();
    assert!(stage.headcount.log().contains("readonly database"), "{}", stage.headcount.log());
    allow(&stage.folder(), 0o755);
    allow(&database, 0o644);
    stage.has_recovered();
}

#[test]
fn what_a_log_holds_that_was_left_in_a_read_only_folder_is_known_and_told_once() {
    let mut stage = Stage::set_after(AS_OWNER);
    stage.goes_down();
    let left = "SELECT count(*) - (SELECT count(*) FROM alert_message) FROM incidents";
    stage.hurry("that both are kept", |_| Copy::of(&stage.database()).map(|it| it.number(left)) == Some(1));
    let since = stage.headcount.status()["services"][0]["since"].clone();
    stage.headcount.stop();
    let log = stage.folder().join("headcount.db-wal");
    assert!(log.metadata().unwrap().len() > 0, "the last rounds are in it");
    fs::remove_file(stage.folder().join("headcount.db-shm")).unwrap();
    for file in [&stage.database(), &log] {
        allow(file, 0o444);
    }
    allow(&stage.folder(), 0o555);

    stage.headcount.start_again();
    assert_eq!(stage.headcount.status()["services"][0]["since"], since);
    stage.hurry("the notice", |page| page["notice"] == NOTICE);
    assert_eq!(stage.told().len(), 1, "{:#?}", stage.told());
    assert_eq!(stage.headcount.log().matches("a: unknown, now").count(), 1, "{}", stage.headcount.log());
    for (path, mode) in [(&stage.folder(), 0o755), (&stage.database(), 0o644), (&log, 0o644)] {
        allow(path, mode);
    }
    stage.has_recovered();
}

#[test]
fn a_database_that_is_taken_away_is_made_again() {
    let mut stage = Stage::set();
    stage.goes_down();
    fs::remove_file(stage.database()).unwrap();
    stage.hurry("a new one", |_| rounds(&stage.database()) >= Some(1));
    stage.has_recovered();
}

#[test]
fn another_database_of_the_same_name_is_written_to_and_the_former_is_not() {
    let mut stage = Stage::set();
    stage.goes_down();
    let away = stage.folder().join("away.db");
    fs::rename(stage.database(), &away).unwrap();
    fs::write(stage.database(), "").unwrap();
    stage.hurry("the other one", |_| rounds(&stage.database()) >= Some(1));
    stage.has_recovered();
}

#[test]
fn a_folder_that_is_taken_away_is_used_again_when_it_is_back() {
    let mut stage = Stage::set();
    let away = stage.headcount.files().at("away");
    fs::rename(stage.folder(), &away).unwrap();
    stage.lives_without();
    fs::create_dir(stage.folder()).unwrap();
    stage.has_recovered();
}

#[test]
fn a_folder_that_is_not_there_at_the_start_is_used_when_it_is() {
    let mut stage = Stage::set();
    stage.headcount.stop();
    fs::remove_dir_all(stage.folder()).unwrap();
    stage.headcount.start_again_after(":");
    stage.becomes("operational");
    stage.lives_without();
    fs::create_dir(stage.folder()).unwrap();
    stage.has_recovered();
}

#[test]
fn a_database_that_hangs_in_a_lock_does_not_delay_answers() {
    let stage = Stage::set();
    let other = Connection::open(stage.database()).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    stage.hurry("the notice", |page| page["notice"] == NOTICE);
    let slowest = (0..50)
        .map(|_| {
            let began = std::time::Instant::now();
            assert_eq!(stage.headcount.get("/status.json").status, 200);
            began.elapsed()
        })
        .max();
    assert!(slowest < Some(Duration::from_millis(400)), "{slowest:?}");
}
