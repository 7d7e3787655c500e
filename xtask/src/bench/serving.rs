//! Processor time per request for `/` and `/status.json`, against nginx with the same bytes on disk.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use super::{Figure, cpu, load, median};
use crate::http;
use crate::run::{Outcome, say};
use crate::running::{Folder, Headcount, Program, Sample, free_address};
use crate::tree::Tree;

/// Times nginx.
const BUDGET: f64 = 1.7;

/// Per server, path and turn. Some 0.4 s of work, of which the kernel's steps of 10 ms are a fortieth.
const REQUESTS: u32 = 40_000;
/// Each server has its turn this often, one after the other, so that what else the machine does meets both.
const TURNS: usize = 5;

/// Our paths, and where nginx has the same: a path that ends with a slash would be a folder there.
const PATHS: [(&str, &str); 2] = [("/", "/page"), ("/status.json", "/status.json")];

/// Measures both paths.
pub fn measure(tree: &Tree, sample: &Sample) -> Outcome<Vec<Figure>> {
    let headcount = sample.serve(tree)?;
    let nginx = Nginx::start(tree, headcount.address)?;
    PATHS.map(|path| against(path, &headcount, &nginx)).into_iter().collect()
}

fn against((path, file): (&str, &str), headcount: &Headcount, nginx: &Nginx) -> Outcome<Figure> {
    say(format_args!("{path}: {TURNS} × {REQUESTS} requests to Headcount and to nginx, in turns"));
    let (ours, theirs) = (headcount.program.id(), nginx.program.id());
    // Once unmeasured: what is made at the first request is not made again.
    load::crowd(headcount.address, path, "br", REQUESTS / 10)?;
    load::crowd(nginx.address, file, "br", REQUESTS / 10)?;
    let (mut here, mut there, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let took = time(ours, headcount.address, path)?;
        let measure = time(theirs, nginx.address, file)?;
        here.push(took);
        there.push(measure);
        ratios.push(took / measure);
    }
    let (here, there) = (median(here), median(there));
    Ok(Figure {
        what: format!("{path} against nginx, processor time"),
        value: median(ratios),
        budget: BUDGET,
        unit: "×",
        note: format!("{here:.1} µs against {there:.1} µs"),
    })
}

/// Microseconds per request.
fn time(process: u32, address: SocketAddr, path: &str) -> Outcome<f64> {
    let before = cpu::of(process)?;
    load::crowd(address, path, "br", REQUESTS)?;
    let used: Duration = cpu::of(process)?.saturating_sub(before);
    Ok(used.as_secs_f64() * 1e6 / f64::from(REQUESTS))
}

/// nginx with what Headcount answers, compressed as Headcount does it, as files.
struct Nginx {
    program: Program,
    address: SocketAddr,
    _folder: Folder,
}

impl Nginx {
    fn start(tree: &Tree, headcount: SocketAddr) -> Outcome<Self> {
        let folder = Folder::new("nginx")?;
        let address = free_address()?;
        let mut locations = String::new();
        for (path, file) in PATHS {
            let answer = http::get(headcount, path, "br")?;
            let (Some(coding), Some(content_type)) =
                (answer.header("content-encoding"), answer.header("content-type"))
            else {
                return Err(format!("{path} is not compressed: there is nothing alike to compare").into());
            };
            let stored = folder.write(file.trim_start_matches('/'), &answer.body)?;
            let location = format!(
                "location = {file} {{ alias {}; types {{ }} default_type \"{content_type}\";\n\
                 add_header Content-Encoding {coding}; }}\n",
                stored.display(),
            );
            locations.push_str(&location);
        }
        let config = folder.write(
            "nginx.conf",
            CONFIG.replace("ADDRESS", &address.to_string()).replace("LOCATIONS", &locations),
        )?;
        let mut command = tree.command("nginx");
        command.arg("-p").arg(&folder.0).arg("-e").arg(folder.0.join("error.log")).arg("-c").arg(config);
        // Debian keeps servers where a user's path does not look.
        if let Ok(path) = std::env::var("PATH") {
            command.env("PATH", format!("{path}:/usr/sbin"));
        }
        let mut program = Program::start(command.stderr(Stdio::inherit()), "nginx")?;
        program.wait("answer", || http::get(address, "/page", "br").ok())?;
        Ok(Self { program, address, _folder: folder })
    }
}

/// One process, which is one worker without a master; everything else as a careful operator would have it.
const CONFIG: &str = "\
daemon off;
master_process off;
worker_processes 1;
pid nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  keepalive_timeout 60s;
  keepalive_requests 1000000;
  server {
    listen ADDRESS;
    LOCATIONS
  }
}
";
