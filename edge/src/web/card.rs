//! `/card.svg`: the headline and every queue's workers, waiting and dead letters, for portals that allow a picture and
//! no script (DESIGN 5.3).
//!
//! Not an embedded page: nothing in a picture can be followed or read aloud beyond its title.

use super::badge::picture::{Picture, clipped, colours, escaped, mark, width};
use super::{Site, badge};
use crate::words::{self, elsewhere, labels, situation};
use core::fmt::Write as _;
use shared::page::Tone;
use shared::public::{PublicBoard, PublicQueue};
use shared::reading::Reading;
use shared::state::{State, Verdict, worst_first};

/// Pixels.
const WIDTH: u32 = 440;
const SIDE: u32 = 20;
const MARK: u32 = 32;
const HEADLINE: u32 = 18;
const LINE: u32 = 24;
const ROW: u32 = 30;
/// Where each of the three numbers ends.
const COLUMNS: [u32; 3] = [252, 324, WIDTH - SIDE];
/// How many lines of a headline are shown; PAGE never cuts one, but a picture has to end.
const LINES: usize = 6;
/// How many rows of the table are shown.
const ROWS: usize = 6;
/// The most bytes of a name, escaped.
const NAME_BYTES: usize = 120;
/// And of the title.
const TITLE_BYTES: usize = 600;

pub(super) fn render(site: &Site, board: &PublicBoard, narrowed: bool) -> Picture {
    let spoken = words::speak(board, &site.zone);
    let label = badge::label(board, narrowed);
    let text_at = SIDE + MARK + 12;
    let mut body = String::new();
    // Writing into a string does not fail.
    let _ = write!(
        body,
        "<rect class=\"p\" x=\".5\" y=\".5\" width=\"{}\" height=\"HEIGHT\" rx=\"14\"/>\
         <g class=\"{}\" transform=\"translate({SIDE} 22)scale(2.66)\">{}</g>",
        WIDTH - 1,
        class(spoken.tone),
        mark(spoken.tone),
    );
    let mut y = 30;
    text(&mut body, "q", text_at, y, &fitting(label, 13, WIDTH - SIDE - text_at));
    for line in lines(&spoken.headline, WIDTH - SIDE - text_at) {
        y += LINE;
        text(&mut body, "h", text_at, y, &line);
    }
    y += 14;
    y = rows(&mut body, board, y);
    y += 26;
    text(&mut body, "q", SIDE, y, &fitting(&badge::freshness(site, board, &spoken), 12, WIDTH - 2 * SIDE));
    let height = y + 18;
    Picture {
        width: WIDTH,
        height,
        title: clipped(&format!("{}: {}", clipped(label, NAME_BYTES), spoken.headline), TITLE_BYTES),
        style: style(),
        body: body.replacen("HEIGHT", &(height - 1).to_string(), 1),
    }
}

/// One line of the table: a queue with its numbers, or what has none, with its word.
struct Row {
    name: String,
    tone: Tone,
    verdict: Option<Verdict>,
    numbers: Option<[String; 3]>,
}

/// Every queue; of an application without queues itself, and its parts if there is nothing else.
fn table(board: &PublicBoard) -> Vec<Row> {
    let several = board.services.len() > 1;
    let mut rows = Vec::new();
    for service in &board.services {
        rows.extend(service.queues.iter().map(|queue| Row {
            name: if several { format!("{} · {}", service.name, queue.name) } else { queue.name.clone() },
            numbers: Some(numbers(queue)),
            ..Row::of("", queue.state)
        }));
        if service.queues.is_empty() && several {
            rows.push(Row::of(&service.name, service.verdict.into()));
        } else if service.queues.is_empty() {
            rows.extend(service.dependencies.iter().map(|part| Row::of(&part.name, part.state)));
        }
    }
    worst_first(rows, |row| row.verdict)
}

/// Workers, waiting, dead letters. What has expired is not known.
fn numbers(queue: &PublicQueue) -> [String; 3] {
    let known = |reading: Reading| reading.known().filter(|_| !queue.expired);
    [
        elsewhere::counted(known(queue.workers_alive), queue.exactness),
        elsewhere::brief(known(queue.queue_depth)),
        elsewhere::brief(known(queue.failed_depth)),
    ]
}

impl Row {
    fn of(name: &str, state: State) -> Self {
        let verdict = Verdict::of(state);
        let tone = verdict.map_or(Tone::NotChecked, situation::tone);
        Self { name: name.to_owned(), tone, verdict, numbers: None }
    }
}

/// Draws the table under a line; where the last row stands.
fn rows(body: &mut String, board: &PublicBoard, mut y: u32) -> u32 {
    let all = table(board);
    if all.iter().any(|row| row.numbers.is_some()) {
        y += 20;
        for (at, label) in COLUMNS.iter().zip([labels::WORKERS, labels::WAITING, labels::FAILED]) {
            text(body, "c", *at, y, label);
        }
    }
    let at = SIDE + 22;
    for row in all.iter().take(ROWS) {
        y += ROW;
        let (line, end, mark_at) = (y - 19, WIDTH - SIDE, y - 11);
        let (class, mark) = (class(row.tone), mark(row.tone));
        let _ = write!(
            body,
            "<path class=\"l\" d=\"M{SIDE} {line}H{end}\"/>\
             <g class=\"{class}\" transform=\"translate({SIDE} {mark_at})\">{mark}</g>"
        );
        let room = if row.numbers.is_some() { 210 } else { 310 } - at;
        text(body, "n", at, y, &fitting(&row.name, 14, room));
        match &row.numbers {
            Some(numbers) => {
                for (at, number) in COLUMNS.iter().zip(numbers) {
                    text(body, "v", *at, y, number);
                }
            }
            None => text(body, "c", end, y, elsewhere::badge(row.tone)),
        }
    }
    if all.len() > ROWS {
        y += ROW;
        text(body, "q", at, y, &elsewhere::and_more(all.len() - ROWS));
    }
    y
}

/// `q` quiet, `h` headline, `n` name, `v` number, `c` the head of a column.
fn text(body: &mut String, class: &str, x: u32, y: u32, text: &str) {
    let _ = write!(body, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(text));
}

/// As much of a text as has room, in pixels.
fn fitting(text: &str, size: u32, room: u32) -> String {
    let text = clipped(text, NAME_BYTES);
    if width(&text, size) <= room {
        return text;
    }
    let mut out = String::from("…");
    for c in text.chars() {
        out.insert(out.len() - "…".len(), c);
        if width(&out, size) > room {
            break;
        }
    }
    out
}

/// The headline, folded between words, and within a word that is longer than a line.
fn lines(headline: &str, room: u32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in headline.split(' ') {
        let mut word = word.to_owned();
        loop {
            let line = lines.last().map_or("", String::as_str);
            let joined = if line.is_empty() { word.clone() } else { format!("{line} {word}") };
            if width(&joined, HEADLINE) <= room {
                lines.pop();
                lines.push(joined);
                break;
            }
            if !line.is_empty() {
                lines.push(String::new());
                continue;
            }
            let mut fits = String::new();
            for c in word.chars() {
                fits.push(c);
                if width(&fits, HEADLINE) > room {
                    fits.pop();
                    break;
                }
            }
            word = word.split_off(fits.len());
            lines.pop();
            lines.extend([fits, String::new()]);
            if lines.len() > LINES {
                break;
            }
        }
        if lines.len() > LINES {
            lines.truncate(LINES);
            if let Some(last) = lines.last_mut() {
                last.push('…');
            }
            break;
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

const fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Working | Tone::HalfWorking => "ok",
        Tone::Problems => "dg",
        Tone::NotWorking => "dn",
        Tone::Restarting => "dr",
        Tone::NotKnown | Tone::OutOfDate | Tone::NotChecked => "un",
    }
}

/// The page's tokens (PAGE 3), light and dark.
fn style() -> String {
    let fixed = "text{font:13px system-ui,-apple-system,Segoe UI,Roboto,sans-serif}.h{font-size:18px;font-weight:680}\
                 .n{font-size:14px}.v{font-size:17px;font-weight:620}.v,.c{text-anchor:end}.q,.c{font-size:12px}\
                 .r,.g{fill:none;stroke-width:1.5}.m{fill:currentColor}.r{stroke:currentColor}";
    let scheme = |nth: usize, [surface, ink, muted, line]: [&str; 4]| {
        let states: String =
            [Tone::Working, Tone::Problems, Tone::NotWorking, Tone::Restarting, Tone::NotKnown]
                .into_iter()
                .filter_map(|tone| Some(format!(".{}{{color:{}}}", class(tone), colours(tone).get(nth)?)))
                .collect();
        format!(
            ".p{{fill:{surface};stroke:{line}}}.l{{stroke:{line}}}.g{{stroke:{surface}}}text{{fill:{ink}}}\
             .q,.c{{fill:{muted}}}{states}"
        )
    };
    let light = scheme(0, ["#fff", "#15171c", "#555b67", "#ddd9d0"]);
    let dark = scheme(1, ["#171a20", "#edeef0", "#a6acb8", "#2c313b"]);
    format!("{fixed}{light}@media(prefers-color-scheme:dark){{{dark}}}")
}
