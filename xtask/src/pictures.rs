//! The pictures that belong to the page, drawn while it is built: what a link to it looks like in a chat, one for each
//! state, and its icon on a home screen. They are assets like the program's files, so no host ever draws.
//!
//! Not the marks inside the page: those are SVG, in the template and in `app/src/icon.rs`, in these shapes.

mod canvas;

use std::fs;
use std::path::Path;

use canvas::{Canvas, Mark, Spot, rectangle, width};
use tiny_skia::{Stroke, Transform};
use ttf_parser::Face;

use crate::digest;
use crate::run::{Outcome, at, say};

/// How the names of all assets begin: what is called so is served with headers for ever, on both hosts.
const PREFIX: &str = "headcount-app-";
/// What previews are looked at in: the size that chats and social networks ask for.
const PREVIEW: (u32, u32) = (1200, 630);
/// Larger ones would be slow to show on a phone.
const MOST_BYTES: usize = 20_000;

const INK: &str = "15171C";
const MUTED: &str = "555B67";
const PAPER: &str = "FAF8F4";
/// A preview is as old as the message it stands in, and says so itself.
const NOTE: &str = "when this link was shared";

/// One state as a preview shows it: the name of `edge/src/web/preview.rs`, words, colour, tint and mark of the page.
struct State {
    name: &'static str,
    words: &'static [&'static str],
    colour: &'static str,
    tint: &'static str,
    mark: Mark,
}

const STATES: [State; 6] = [
    State { name: "working", words: &["Working"], colour: "00735C", tint: "E1F2EB", mark: Mark::Disc },
    State {
        name: "uncounted",
        words: &["Working,", "workers", "not counted"],
        colour: "00735C",
        tint: "FFFFFF",
        mark: Mark::Ring,
    },
    State {
        name: "problems",
        words: &["Working,", "with problems"],
        colour: "8A5200",
        tint: "FBEFD6",
        mark: Mark::Triangle,
    },
    State {
        name: "not-working",
        words: &["Not working"],
        colour: "B32A0C",
        tint: "FCE6DF",
        mark: Mark::Square,
    },
    State {
        name: "restarting",
        words: &["Restarting"],
        colour: "1F5FBF",
        tint: "E4EEFC",
        mark: Mark::HalfRing,
    },
    State {
        name: "not-known",
        words: &["Not known"],
        colour: "5B616D",
        tint: "ECEBE8",
        mark: Mark::DashedRing,
    },
];

/// The icon's names and sizes: those that make a page installable, that of iOS, and one that systems may cut to any
/// shape.
const ICONS: [(&str, u32, Ground); 4] = [
    ("icon-192", 192, Ground::Rounded),
    ("icon-512", 512, Ground::Rounded),
    ("icon-any-shape", 512, Ground::Whole),
    ("icon-touch", 180, Ground::Whole),
];

#[derive(Clone, Copy)]
enum Ground {
    Rounded,
    Whole,
}

/// Draws all of them into a folder.
pub fn draw(folder: &Path) -> Outcome {
    let mut sum = 0;
    for state in STATES {
        sum += write(folder, state.name, &preview(&state)?)?;
    }
    for (name, size, ground) in ICONS {
        sum += write(folder, name, &icon(size, ground)?)?;
    }
    say(format_args!("drew {} pictures, {} KB", STATES.len() + ICONS.len(), sum / 1000));
    Ok(())
}

/// Writes a picture under a name that changes with its content, and says how many bytes it has.
fn write(folder: &Path, name: &str, picture: &Canvas) -> Outcome<usize> {
    let bytes = picture.encoded().map_err(|error| format!("{name}: {error}"))?;
    if bytes.len() > MOST_BYTES {
        return Err(format!("the picture {name} has {} bytes, {MOST_BYTES} are allowed", bytes.len()).into());
    }
    let sum: String = digest::of_bytes(&bytes).chars().take(16).collect();
    let path = folder.join(format!("{PREFIX}{name}-{sum}.png"));
    fs::write(&path, &bytes).map_err(at(&path))?;
    Ok(bytes.len())
}

fn preview(state: &State) -> Outcome<Canvas> {
    const MARGIN: f32 = 96.0;
    const MARK: f32 = 250.0;
    const TEXT_AT: f32 = MARGIN + MARK + 72.0;
    let mut canvas = Canvas::new(PREVIEW)?;
    canvas.fill(&rectangle(0.0, 0.0, 1200.0, 630.0, 0.0)?, state.tint);
    // The line under the page's header, at the moment of the check.
    canvas.fill(&rectangle(0.0, 614.0, 1200.0, 16.0, 0.0)?, state.colour);

    let bold = Face::parse(notosans::BOLD_TTF, 0).map_err(|error| error.to_string())?;
    let regular = Face::parse(notosans::REGULAR_TTF, 0).map_err(|error| error.to_string())?;
    let room = 1200.0 - TEXT_AT - MARGIN / 2.0;
    let widest = state.words.iter().map(|line| width(&bold, line, 1.0)).fold(0.0, f32::max);
    let size = (room / widest).min(128.0);
    let (leading, note) = (size * 1.08, 38.0);
    let lines = state.words.iter().map(|_| 1.0).sum::<f32>();
    // From the top of the first capital to the foot of the note.
    let tall = size * 0.72 + leading * (lines - 1.0) + note * 2.0;
    let mut foot = (614.0 - tall) / 2.0 + size * 0.72;
    canvas.mark(state.mark, Spot { x: MARGIN, y: (614.0 - MARK) / 2.0, scale: MARK / 20.0 }, state.colour)?;
    for line in state.words {
        canvas.write(&bold, line, (TEXT_AT, foot), size, INK);
        foot += leading;
    }
    canvas.write(&regular, NOTE, (TEXT_AT + 4.0, foot - leading + note * 2.0), note, MUTED);
    Ok(canvas)
}

/// Three workers, each nearer to the end of its time. No state: it stays on the home screen whatever happens.
fn icon(size: u32, ground: Ground) -> Outcome<Canvas> {
    let mut canvas = Canvas::new((size, size))?;
    let scale = f32::from(u16::try_from(size).unwrap_or(u16::MAX)) / 100.0;
    let corner = match ground {
        Ground::Rounded => 22.0,
        Ground::Whole => 0.0,
    };
    canvas.1 = Transform::from_scale(scale, scale);
    canvas.fill(&rectangle(0.0, 0.0, 100.0, 100.0, corner)?, INK);
    for (x, left) in [(24.0, 1.0), (43.0, 0.62), (62.0, 0.3)] {
        let (top, wide, tall) = (27.0, 14.0, 46.0);
        canvas.stroke(
            &rectangle(x, top, wide, tall, 7.0)?,
            PAPER,
            &Stroke { width: 2.6, ..Stroke::default() },
        );
        // What is left, inside the outline.
        let (inner, height) = (wide - 6.0, (tall - 6.0) * left);
        let fill = rectangle(x + 3.0, top + tall - 3.0 - height, inner, height, inner / 2.0)?;
        canvas.fill(&fill, PAPER);
    }
    Ok(canvas)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_picture_is_small_has_its_size_and_shows_something_of_its_own() {
        let folder = std::env::temp_dir().join(format!("headcount-pictures-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        draw(&folder).unwrap();
        let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let pictures: BTreeMap<Vec<u8>, String> = files
            .map(|path| (fs::read(&path).unwrap(), path.file_name().unwrap().to_string_lossy().into_owned()))
            .collect();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(pictures.len(), STATES.len() + ICONS.len(), "two are alike");
        for (bytes, name) in pictures {
            assert!(bytes.len() <= MOST_BYTES, "{name}: {} bytes", bytes.len());
            let picture = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
            let icon = ICONS.iter().find(|(icon, ..)| name.starts_with(&format!("{PREFIX}{icon}-")));
            let size = icon.map_or(PREVIEW, |(_, size, _)| (*size, *size));
            assert_eq!(picture.info().size(), size, "{name}");
        }
    }
}
