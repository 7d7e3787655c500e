//! Running other programs: what is said before, the progress meanwhile, and the error after. Also how long a
//! sequence of steps took. It does not know which programs there are.

use std::convert::Infallible;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Why a task ended early, as a sentence for the person who started it.
#[derive(Debug)]
pub struct Failure(String);

/// What a task or a step of it gives.
pub type Outcome<T = ()> = Result<T, Failure>;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Failure {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// An I/O error with the path it happened on.
pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Failure + '_ {
    move |error| format!("{}: {error}", path.display()).into()
}

/// Says what happens, above the output of the programs that do it.
pub fn say(what: impl fmt::Display) {
    eprintln!("xtask: {what}");
}

/// Runs a program that shows its own progress.
pub fn loud(command: &mut Command) -> Outcome {
    let line = shown(command);
    let status = command.status().map_err(|error| cannot_start(&line, &error))?;
    ended(&line, status)
}

/// Runs a program whose output matters only when it fails: it goes to `log`, and a line counts the seconds.
pub fn quiet(command: &mut Command, what: &str, log: &Path, limit: Duration) -> Outcome {
    let line = shown(command);
    if let Some(parent) = log.parent() {
        fs::create_dir_all(parent).map_err(at(parent))?;
    }
    let out = File::create(log).map_err(at(log))?;
    let err = out.try_clone().map_err(at(log))?;
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    let mut child = command.spawn().map_err(|error| cannot_start(&line, &error))?;
    let result = wait(&mut child, what, limit).and_then(|status| ended(&line, status));
    result.map_err(|failure| {
        let text = fs::read_to_string(log).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let tail = lines.iter().skip(lines.len().saturating_sub(30)).map(|line| format!("  | {line}\n"));
        format!("{}{failure} (all of its output: {})", tail.collect::<String>(), log.display()).into()
    })
}

/// What a program printed to its standard output; its errors go to the terminal.
pub fn output(command: &mut Command) -> Outcome<String> {
    let line = shown(command);
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| cannot_start(&line, &error))?;
    ended(&line, output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Becomes that program, so that signals reach it and nothing stays behind.
#[cfg(unix)]
pub fn replace(command: &mut Command) -> Outcome<Infallible> {
    use std::os::unix::process::CommandExt;
    let line = shown(command);
    let error = command.exec();
    Err(cannot_start(&line, &error))
}

/// The steps of a longer task, with their times.
#[derive(Default)]
pub struct Steps(Vec<(&'static str, Duration, bool)>);

impl Steps {
    /// Runs a step and notes how long it took and whether it worked.
    pub fn run<T>(&mut self, name: &'static str, step: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        say(format_args!("== {name}"));
        let start = Instant::now();
        let result = step();
        self.0.push((name, start.elapsed(), result.is_ok()));
        result.map_err(|failure| format!("{name}: {failure}").into())
    }

    /// Prints the table of all steps so far.
    pub fn print(&self) {
        let total: Duration = self.0.iter().map(|(_, time, _)| *time).sum();
        for (name, time, worked) in &self.0 {
            let word = if *worked { "" } else { "  FAILED" };
            eprintln!("{:>7} s  {name}{word}", time.as_secs());
        }
        eprintln!("{:>7} s  in all", total.as_secs());
    }
}

fn wait(child: &mut Child, what: &str, limit: Duration) -> Outcome<ExitStatus> {
    let start = Instant::now();
    let mut line = Progress::new(what);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if start.elapsed() < limit => {}
            Ok(None) => {
                // It may end between the two calls; then there is nothing to kill.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{what}: no end after {} s, stopped", limit.as_secs()).into());
            }
            Err(error) => return Err(format!("{what}: {error}").into()),
        }
        line.tick(start.elapsed());
        thread::sleep(Duration::from_millis(100));
    }
}

/// The line with the elapsed seconds: rewritten on a terminal, repeated ever more rarely in a log.
struct Progress<'a> {
    what: &'a str,
    next: u64,
    terminal: bool,
    drawn: bool,
}

impl<'a> Progress<'a> {
    fn new(what: &'a str) -> Self {
        Self { what, next: 2, terminal: io::stderr().is_terminal(), drawn: false }
    }

    fn tick(&mut self, elapsed: Duration) {
        let seconds = elapsed.as_secs();
        if seconds < self.next {
            return;
        }
        if self.terminal {
            self.next = seconds + 1;
            self.drawn = true;
            eprint!("\rxtask: … {}, {seconds} s", self.what);
            // A progress line that cannot be drawn is not worth failing for.
            let _ = io::stderr().flush();
        } else {
            self.next = if seconds < 15 { 15 } else { seconds + 15 };
            say(format_args!("… {}, {seconds} s", self.what));
        }
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if self.drawn {
            eprintln!();
        }
    }
}

fn ended(line: &str, status: ExitStatus) -> Outcome {
    if status.success() { Ok(()) } else { Err(format!("`{line}` ended with {status}").into()) }
}

fn cannot_start(line: &str, error: &io::Error) -> Failure {
    format!("`{line}` cannot be started: {error}").into()
}

fn shown(command: &Command) -> String {
    let mut line = command.get_program().to_owned();
    for arg in command.get_args() {
        line.push(OsString::from(" "));
        line.push(arg);
    }
    line.to_string_lossy().into_owned()
}
