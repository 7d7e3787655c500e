//! A real Chromium, driven by chromedriver over WebDriver: open a page, read it, change how it is looked at.
//!
//! Not a general client: only what the tests of the page ask for. A browser ends when its value is dropped.

use core::time::Duration;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;

use crate::process::{Folder, Process};
use crate::wait::eventually;

/// One browser with one tab.
#[derive(Debug)]
pub struct Browser {
    port: u16,
    session: String,
    _driver: Process,
    _folder: Folder,
}

/// Whether pages may run programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scripting {
    /// As everywhere.
    On,
    /// Switched off in the browser's settings: `noscript` is what counts.
    Off,
}

/// What the reader has told the system to prefer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// The system's own few colours, whatever a page would have.
    Forced,
}

/// Arguments that keep a Chromium to itself: no window, no sandbox (it cannot run as root with one), no network
/// of its own.
const ARGUMENTS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

/// No single command takes longer, a page that loads included.
const PATIENCE: Duration = Duration::from_mins(1);

/// chromedriver and Chromium start in far less.
const STARTS_WITHIN: Duration = Duration::from_secs(30);

impl Browser {
    /// Starts a browser with a new profile.
    pub fn start(scripting: Scripting) -> Self {
        Self::preferring(&match scripting {
            Scripting::On => json!({}),
            Scripting::Off => json!({ "profile.managed_default_content_settings.javascript": 2 }),
        })
    }

    /// Starts one whose reader likes these languages best: `fr-CH,fr,en`.
    pub fn speaking(languages: &str) -> Self {
        Self::preferring(&json!({ "intl.accept_languages": languages }))
    }

    fn preferring(preferences: &Value) -> Self {
        let folder = Folder::new();
        let log = folder.at("chromedriver.log");
        let driver = Process::start(Command::new("chromedriver").arg("--port=0"), &log);
        let port = eventually("chromedriver to say on which port it listens", STARTS_WITHIN, || {
            port_in(&driver.log()).ok_or_else(|| driver.log())
        });
        let mut arguments: Vec<String> = ARGUMENTS.iter().map(ToString::to_string).collect();
        arguments.push(format!("--user-data-dir={}", folder.at("profile").display()));
        let mut browser = Self { port, session: String::new(), _driver: driver, _folder: folder };
        let session = browser.call(
            "POST",
            "/session",
            &json!({ "capabilities": { "alwaysMatch": {
                "browserName": "chrome",
                "goog:loggingPrefs": { "browser": "ALL" },
                "goog:chromeOptions": { "args": arguments, "prefs": preferences },
            }}}),
        );
        session["sessionId"].as_str().expect("a session").clone_into(&mut browser.session);
        browser
    }

    /// Loads a page and waits for its `load` event.
    pub fn open(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// The document's title.
    pub fn title(&self) -> String {
        let title = self.call("GET", &self.path("/title"), &Value::Null);
        title.as_str().unwrap_or_default().to_owned()
    }

    /// The visible text of the first element that a selector selects; empty if there is none.
    pub fn text(&self, selector: &str) -> String {
        let script = "const e = document.querySelector(arguments[0]); return e ? e.innerText : ''";
        self.execute(script, &json!([selector])).as_str().unwrap_or_default().to_owned()
    }

    /// An attribute of the first element that a selector selects.
    pub fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        let script =
            "const e = document.querySelector(arguments[0]); return e && e.getAttribute(arguments[1])";
        self.execute(script, &json!([selector, name])).as_str().map(str::to_owned)
    }

    /// What a script returns. Works with scripting off as well: it is not the page that runs it.
    pub fn execute(&self, script: &str, arguments: &Value) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Runs a script in every document before anything else in it.
    pub fn before_each_document(&self, script: &str) {
        self.command("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
    }

    /// Reads the page's frame of this number from now on, counted from 0.
    pub fn enter(&self, frame: u32) {
        self.post("/frame", &json!({ "id": frame }));
    }

    /// Reads the page itself again.
    pub fn leave(&self) {
        self.post("/frame", &json!({ "id": null }));
    }

    /// Messages of the console since the last call, errors of loading and of the content security policy included.
    pub fn console(&self) -> Vec<String> {
        let entries = self.post("/se/log", &json!({ "type": "browser" }));
        let entries = entries.as_array().cloned().unwrap_or_default();
        entries.iter().map(|e| e["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Gives the page an area of so many CSS pixels.
    pub fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Sets what the reader prefers; besides, that nothing moves, so that what is seen is what stays.
    pub fn prefer(&self, theme: Theme) {
        let (scheme, forced) = match theme {
            Theme::Light => ("light", "none"),
            Theme::Dark => ("dark", "none"),
            Theme::Forced => ("light", "active"),
        };
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "forced-colors", "value": forced },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]});
        self.command("Emulation.setEmulatedMedia", &features);
    }

    /// Puts the window away: the tab becomes hidden, as behind another one.
    pub fn minimize(&self) {
        self.post("/window/minimize", &json!({}));
    }

    /// Brings the window back: the tab becomes visible.
    pub fn restore(&self) {
        self.post("/window/rect", &json!({ "width": 1200, "height": 900 }));
    }

    /// A picture of the whole page as PNG in base64.
    pub fn picture(&self) -> String {
        let whole = json!({ "format": "png", "captureBeyondViewport": true });
        let picture = self.command("Page.captureScreenshot", &whole);
        picture["data"].as_str().unwrap_or_default().to_owned()
    }

    /// Strikes a key, by its name in `KeyboardEvent.key` and its number in Windows: `("Tab", 9)`.
    pub fn strike(&self, (key, code): (&str, u32)) {
        // Without the character that it writes, Enter follows nothing.
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let stroke = json!({
                "type": kind, "key": key, "code": key, "text": text, "windowsVirtualKeyCode": code,
            });
            self.command("Input.dispatchKeyEvent", &stroke);
        }
    }

    /// Says a command of the protocol that Chromium's own tools speak.
    pub fn command(&self, name: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": name, "params": parameters }))
    }

    fn path(&self, end: &str) -> String {
        format!("/session/{}{end}", self.session)
    }

    fn post(&self, end: &str, body: &Value) -> Value {
        self.call("POST", &self.path(end), body)
    }

    /// One command to chromedriver; its `value`.
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, mut answer) = exchange(self.port, method, path, body).expect("chromedriver answers");
        assert_eq!(status, 200, "{method} {path}: {answer}");
        answer["value"].take()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Ends Chromium; chromedriver ends with its process, and nothing is left to do if that has ended already.
        let _ = exchange(self.port, "DELETE", &self.path(""), &Value::Null);
    }
}

/// chromedriver chooses its port and says so.
fn port_in(log: &str) -> Option<u16> {
    let (_, after) = log.split_once("successfully on port ")?;
    after.split('.').next()?.parse().ok()
}

fn exchange(port: u16, method: &str, path: &str, body: &Value) -> io::Result<(u16, Value)> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let mut length = 0;
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer)?;
    Ok((status, serde_json::from_slice(&answer)?))
}
