//! `/card.svg`: the headline and every queue's workers, waiting and dead letters, for portals that allow a picture and
//! no script (DESIGN 5.3).
//!
//! Not an embedded page: nothing in a picture can be followed or read aloud beyond its title.

use super::badge;
use super::badge::picture::{Picture, clipped, colours, direction, escaped, from_the_right, mark, width};
use crate::words::{self, Locale, elsewhere, say, situation};
use core::fmt::Write as _;
use shared::page::Tone;
use shared::public::{PublicBoard, PublicQueue};
use shared::reading::Reading;
use shared::state::{State, Verdict, worst_first};

/// Pixels.
const WIDTH: u32 = 440;
const SIDE: u32 = 20;
const MARK: u32 = 32;
const SMALL_MARK: u32 = 12;
/// The headline has 18 and is bold, which takes as much room as this.
const HEADLINE: u32 = 20;
const LINE: u32 = 24;
const SMALL: u32 = 12;
const SMALL_LINE: u32 = 17;
const ROW: u32 = 30;
/// How wide the columns of the three numbers are, at least and at most: as their heads need.
const COLUMNS: [(&str, [u32; 2]); 3] = [("workers", [72, 96]), ("waiting", [72, 96]), ("failed", [96, 120])];
/// Between one text and the next in a line.
const GAP: u32 = 12;
/// How many lines of a headline are shown; PAGE never cuts one, but a picture has to end.
const LINES: usize = 6;
/// How many rows of the table are shown.
const ROWS: usize = 6;
/// The most bytes of a name, escaped.
const NAME_BYTES: usize = 120;
/// And of the title.
const TITLE_BYTES: usize = 600;

pub(super) fn render(l: &Locale, board: &PublicBoard, narrowed: bool) -> Picture {
    let spoken = words::speak(l, board);
    let label = badge::label(board, narrowed);
    let text_at = SIDE + MARK + GAP;
    let mut card = Card { l, body: String::new() };
    card.mark(SIDE, 22, MARK, "scale(2.66)", spoken.tone);
    let mut y = 30;
    card.text("q", text_at, y, &name(l, label, 13, WIDTH - SIDE - text_at));
    for line in lines(&spoken.headline, HEADLINE, WIDTH - SIDE - text_at) {
        y += LINE;
        card.text("h", text_at, y, &line);
    }
    y += 14;
    y = rows(&mut card, board, y);
    y += 26 - SMALL_LINE;
    for line in lines(&badge::freshness(l, board, &spoken), SMALL, WIDTH - 2 * SIDE) {
        y += SMALL_LINE;
        card.text("q", SIDE, y, &line);
    }
    let height = y + 18;
    let title = elsewhere::titled(l, &clipped(label, NAME_BYTES), &spoken.headline);
    Picture {
        lang: l.language().tag(),
        width: WIDTH,
        height,
        title: clipped(&title, TITLE_BYTES),
        style: style(l),
        body: format!(
            "<rect class=\"p\" x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"14\"/>{}",
            WIDTH - 1,
            height - 1,
            card.body
        ),
    }
}

/// What is drawn, by its distance from where reading begins.
struct Card<'a> {
    l: &'a Locale,
    body: String,
}

impl Card<'_> {
    /// `q` quiet, `h` headline, `n` name, `v` number, `c` the head of a column. The last two end where the others begin.
    fn text(&mut self, class: &str, at: u32, y: u32, text: &str) {
        let x = if from_the_right(self.l) { WIDTH - at } else { at };
        // Writing into a string does not fail.
        let _ = write!(self.body, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(text));
    }

    /// A mark, which is never mirrored itself.
    fn mark(&mut self, at: u32, y: u32, size: u32, scale: &str, tone: Tone) {
        let x = if from_the_right(self.l) { WIDTH - at - size } else { at };
        let (class, mark) = (class(tone), mark(tone));
        let _ = write!(self.body, "<g class=\"{class}\" transform=\"translate({x} {y}){scale}\">{mark}</g>");
    }

    /// A line across the card.
    fn line(&mut self, y: u32) {
        let _ = write!(self.body, "<path class=\"l\" d=\"M{SIDE} {y}H{}\"/>", WIDTH - SIDE);
    }
}

/// One line of the table: a queue with its numbers, or what has none, with its word.
struct Row {
    /// Whose it is, where there are several.
    service: String,
    name: String,
    tone: Tone,
    verdict: Option<Verdict>,
    numbers: Option<[String; 3]>,
}

/// Every queue; of an application without queues itself, and its parts if there is nothing else.
fn table(l: &Locale, board: &PublicBoard) -> Vec<Row> {
    let several = board.services.len() > 1;
    let mut rows = Vec::new();
    for service in &board.services {
        rows.extend(service.queues.iter().map(|queue| Row {
            service: if several { service.name.clone() } else { String::new() },
            numbers: Some(numbers(l, queue)),
            ..Row::of(&queue.name, queue.state)
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
fn numbers(l: &Locale, queue: &PublicQueue) -> [String; 3] {
    let known = |reading: Reading| reading.known().filter(|_| !queue.expired);
    [
        elsewhere::counted(l, known(queue.workers_alive), queue.exactness),
        elsewhere::brief(l, known(queue.queue_depth)),
        elsewhere::brief(l, known(queue.failed_depth)),
    ]
}

impl Row {
    fn of(name: &str, state: State) -> Self {
        let verdict = Verdict::of(state);
        let tone = verdict.map_or(Tone::NotChecked, situation::tone);
        Self { service: String::new(), name: name.to_owned(), tone, verdict, numbers: None }
    }

    /// Who it is about, as far as there is room.
    fn name(&self, l: &Locale, room: u32) -> String {
        if self.service.is_empty() {
            return name(l, &self.name, 14, room);
        }
        let cut = clipped(&self.service, NAME_BYTES);
        let whole = elsewhere::of_service(l, &cut, &clipped(&self.name, NAME_BYTES));
        fitting(&whole, 14, room)
    }
}

/// Draws the table under a line; where the last row stands.
fn rows(card: &mut Card<'_>, board: &PublicBoard, mut y: u32) -> u32 {
    let l = card.l;
    let all = table(l, board);
    let heads = COLUMNS.map(|(of, [least, most])| {
        let head = fitting(&elsewhere::column(l, of), SMALL, most);
        let wide = width(&head, SMALL).max(least);
        (head, wide)
    });
    let [_, waiting, failed] = heads.each_ref().map(|(_, wide)| *wide);
    let end = WIDTH - SIDE;
    let ends = [end - failed - waiting, end - failed, end];
    if all.iter().any(|row| row.numbers.is_some()) {
        y += 20;
        for (at, (head, _)) in ends.iter().zip(&heads) {
            card.text("c", *at, y, head);
        }
    }
    let at = SIDE + SMALL_MARK + 10;
    for row in all.iter().take(ROWS) {
        y += ROW;
        card.line(y - 19);
        card.mark(SIDE, y - 11, SMALL_MARK, "", row.tone);
        let word = elsewhere::badge(l, row.tone);
        let taken = match (&row.numbers, ends) {
            (Some(_), [first, ..]) => end - first + 42,
            (None, _) => width(&word, SMALL) + GAP,
        };
        card.text("n", at, y, &row.name(l, (end - at).saturating_sub(taken)));
        match &row.numbers {
            Some(numbers) => {
                for (at, number) in ends.iter().zip(numbers) {
                    card.text("v", *at, y, number);
                }
            }
            None => card.text("c", end, y, &word),
        }
    }
    if all.len() > ROWS {
        y += ROW;
        card.text("q", at, y, &elsewhere::and_more(l, (all.len() - ROWS) as u64));
    }
    y
}

/// A name alone in its line.
fn name(l: &Locale, name: &str, size: u32, room: u32) -> String {
    say::one(l, &fitting(&clipped(name, NAME_BYTES), size, room))
}

/// As much of a text as has room, in pixels.
fn fitting(text: &str, size: u32, room: u32) -> String {
    if width(text, size) <= room {
        return text.to_owned();
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

/// A text, folded between words, and within a word that is longer than a line.
fn lines(text: &str, size: u32, room: u32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let mut word = word.to_owned();
        loop {
            let line = lines.last().map_or("", String::as_str);
            let joined = if line.is_empty() { word.clone() } else { format!("{line} {word}") };
            if width(&joined, size) <= room {
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
                if width(&fits, size) > room {
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
fn style(l: &Locale) -> String {
    let text =
        format!("text{{font:13px system-ui,-apple-system,Segoe UI,Roboto,sans-serif{}}}", direction(l));
    let fixed = ".h{font-size:18px;font-weight:680}\
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
    format!("{text}{fixed}{light}@media(prefers-color-scheme:dark){{{dark}}}")
}
