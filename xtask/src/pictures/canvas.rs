//! Drawing: marks, letters, lines and rectangles on a surface, which becomes a PNG. Not what the pictures show.

use std::collections::BTreeMap;
use std::f32::consts::{FRAC_PI_2, PI, TAU};

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};
use ttf_parser::{Face, OutlineBuilder};

use crate::run::Outcome;

/// What is cut out of a mark's filling.
const SURFACE: &str = "FFFFFF";

/// The shape of a state, on a grid of 20 × 20.
#[derive(Clone, Copy)]
pub enum Mark {
    Disc,
    Ring,
    Triangle,
    Square,
    HalfRing,
    DashedRing,
}

/// Where a mark's grid of 20 × 20 lies.
#[derive(Clone, Copy)]
pub struct Spot {
    pub x: f32,
    pub y: f32,
    pub scale: f32,
}

/// A picture, and where on it the next drawing lies.
pub struct Canvas(Pixmap, pub Transform);

impl Canvas {
    pub fn new((width, height): (u32, u32)) -> Outcome<Self> {
        let picture = Pixmap::new(width, height).ok_or("a picture must have an area")?;
        Ok(Self(picture, Transform::identity()))
    }

    /// As PNG with a palette: flat colours and their smooth edges are few, and a byte a pixel is a third of three.
    pub fn encoded(&self) -> Result<Vec<u8>, png::EncodingError> {
        let picture = &self.0;
        let colour_of = |pixel: &tiny_skia::PremultipliedColorU8| {
            let pixel = pixel.demultiply();
            [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
        };
        let mut often: BTreeMap<[u8; 4], u32> = BTreeMap::new();
        for pixel in picture.pixels() {
            *often.entry(colour_of(pixel)).or_default() += 1;
        }
        let mut palette: Vec<([u8; 4], u32)> = often.into_iter().collect();
        palette.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        palette.truncate(256);
        let mut known: BTreeMap<[u8; 4], u8> = BTreeMap::new();
        let pixels: Vec<u8> = picture
            .pixels()
            .iter()
            .map(|pixel| {
                let colour = colour_of(pixel);
                *known.entry(colour).or_insert_with(|| nearest(&palette, colour))
            })
            .collect();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette.iter().flat_map(|([r, g, b, _], _)| [*r, *g, *b]).collect::<Vec<_>>());
        if palette.iter().any(|(colour, _)| colour[3] < 255) {
            encoder.set_trns(palette.iter().map(|(colour, _)| colour[3]).collect::<Vec<_>>());
        }
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        encoder.write_header()?.write_image_data(&pixels)?;
        Ok(bytes)
    }

    pub fn mark(&mut self, mark: Mark, spot: Spot, colour: &str) -> Outcome {
        self.1 = Transform::from_row(spot.scale, 0.0, 0.0, spot.scale, spot.x, spot.y);
        match mark {
            Mark::Disc => {
                self.fill(&arc((10.0, 10.0), 9.0, 0.0, TAU)?, colour);
                self.stroke(&line(&CHECK)?, SURFACE, &round(2.2));
            }
            Mark::Ring => {
                self.stroke(&arc((10.0, 10.0), 8.2, 0.0, TAU)?, colour, &round(1.8));
                self.stroke(&line(&CHECK)?, colour, &round(2.2));
            }
            Mark::Triangle => {
                let mut triangle = PathBuilder::new();
                triangle.move_to(10.0, 2.6);
                triangle.line_to(18.2, 17.8);
                triangle.line_to(1.8, 17.8);
                triangle.close();
                let triangle = triangle.finish().ok_or("a triangle has corners")?;
                self.fill(&triangle, colour);
                self.stroke(&triangle, colour, &round(1.8));
                self.stroke(&line(&[(10.0, 7.6), (10.0, 12.2)])?, SURFACE, &round(2.2));
                self.fill(&arc((10.0, 15.6), 1.35, 0.0, TAU)?, SURFACE);
            }
            Mark::Square => {
                self.fill(&rectangle(1.0, 1.0, 18.0, 18.0, 3.5)?, colour);
                self.stroke(&line(&[(6.4, 6.4), (13.6, 13.6)])?, SURFACE, &round(2.4));
                self.stroke(&line(&[(13.6, 6.4), (6.4, 13.6)])?, SURFACE, &round(2.4));
            }
            Mark::HalfRing => {
                self.stroke(&arc((10.0, 10.0), 8.2, 0.0, TAU)?, colour, &round(1.8));
                self.fill(&arc((10.0, 10.0), 8.2, -FRAC_PI_2, FRAC_PI_2)?, colour);
            }
            Mark::DashedRing => {
                let dashed =
                    Stroke { width: 1.8, dash: StrokeDash::new(vec![3.3, 2.42], 0.0), ..Stroke::default() };
                self.stroke(&arc((10.0, 10.0), 8.2, 0.0, TAU)?, colour, &dashed);
                let mut question = PathBuilder::new();
                bend(&mut question, (10.1, 8.0), 2.4, PI, PI + 4.2);
                question.cubic_to(10.4, 10.6, 10.0, 11.1, 10.0, 12.0);
                self.stroke(&question.finish().ok_or("a question mark is bent")?, colour, &round(1.9));
                self.fill(&arc((10.0, 14.7), 1.2, 0.0, TAU)?, colour);
            }
        }
        self.1 = Transform::identity();
        Ok(())
    }

    /// Writes a line that stands on `foot`.
    pub fn write(&mut self, face: &Face<'_>, text: &str, foot: (f32, f32), size: f32, colour: &str) {
        let scale = size / f32::from(face.units_per_em());
        let mut x = foot.0;
        for character in text.chars() {
            let Some(glyph) = face.glyph_index(character) else { continue };
            let mut outline = Outline(PathBuilder::new());
            face.outline_glyph(glyph, &mut outline);
            // A space has none.
            if let Some(outline) = outline.0.finish() {
                self.1 = Transform::from_row(scale, 0.0, 0.0, -scale, x, foot.1);
                self.fill(&outline, colour);
            }
            x += advance(face, character, size);
        }
        self.1 = Transform::identity();
    }

    pub fn fill(&mut self, path: &tiny_skia::Path, colour: &str) {
        self.0.fill_path(path, &paint(colour), FillRule::Winding, self.1, None);
    }

    pub fn stroke(&mut self, path: &tiny_skia::Path, colour: &str, stroke: &Stroke) {
        self.0.stroke_path(path, &paint(colour), stroke, self.1, None);
    }
}

const CHECK: [(f32, f32); 3] = [(5.8, 10.4), (8.7, 13.3), (14.3, 7.1)];

/// A glyph on its way to a path.
struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

/// How wide a line is; large letters stand closer than small ones.
pub fn width(face: &Face<'_>, text: &str, size: f32) -> f32 {
    text.chars().map(|character| advance(face, character, size)).sum()
}

fn advance(face: &Face<'_>, character: char, size: f32) -> f32 {
    const TRACKING: f32 = -0.012;
    let glyph = face.glyph_index(character).and_then(|glyph| face.glyph_hor_advance(glyph)).unwrap_or(0);
    (f32::from(glyph) / f32::from(face.units_per_em()) + TRACKING) * size
}

fn paint(colour: &str) -> Paint<'static> {
    let part =
        |at: usize| colour.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok()).unwrap_or(0);
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(part(0), part(2), part(4), 255));
    paint
}

fn round(width: f32) -> Stroke {
    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}

fn line(points: &[(f32, f32)]) -> Outcome<tiny_skia::Path> {
    let mut path = PathBuilder::new();
    for (n, (x, y)) in points.iter().enumerate() {
        if n == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
    }
    Ok(path.finish().ok_or("a line has two ends")?)
}

pub fn rectangle(x: f32, y: f32, wide: f32, tall: f32, corner: f32) -> Outcome<tiny_skia::Path> {
    let corner = corner.min(wide / 2.0).min(tall / 2.0);
    let mut path = PathBuilder::new();
    if corner <= 0.0 {
        path.push_rect(Rect::from_xywh(x, y, wide, tall).ok_or("a rectangle has an area")?);
    } else {
        let (left, top) = (x + corner, y + corner);
        let (right, low) = (x + wide - corner, y + tall - corner);
        for (n, centre) in [(right, low), (left, low), (left, top), (right, top)].into_iter().enumerate() {
            let from = FRAC_PI_2 * f32::from(u8::try_from(n).unwrap_or_default());
            bend(&mut path, centre, corner, from, from + FRAC_PI_2);
        }
        path.close();
    }
    Ok(path.finish().ok_or("a rectangle has an area")?)
}

fn arc(centre: (f32, f32), radius: f32, from: f32, to: f32) -> Outcome<tiny_skia::Path> {
    let mut path = PathBuilder::new();
    bend(&mut path, centre, radius, from, to);
    path.close();
    Ok(path.finish().ok_or("an arc has a length")?)
}

/// Goes to the start of an arc and along it, clockwise on the screen, in pieces that a cubic curve draws well.
fn bend(path: &mut PathBuilder, (x, y): (f32, f32), radius: f32, from: f32, to: f32) {
    let pieces: u8 = if to - from > FRAC_PI_2 + 0.01 { 4 } else { 1 };
    let step = (to - from) / f32::from(pieces);
    let handle = 4.0 / 3.0 * (step / 4.0).tan() * radius;
    let (sin, cos) = from.sin_cos();
    let start = (x + radius * cos, y + radius * sin);
    if path.is_empty() {
        path.move_to(start.0, start.1);
    } else {
        path.line_to(start.0, start.1);
    }
    for piece in 0..pieces {
        let begin = from + step * f32::from(piece);
        let ((sin, cos), (end_sin, end_cos)) = (begin.sin_cos(), (begin + step).sin_cos());
        let end = (x + radius * end_cos, y + radius * end_sin);
        path.cubic_to(
            x + radius * cos - handle * sin,
            y + radius * sin + handle * cos,
            end.0 + handle * end_sin,
            end.1 - handle * end_cos,
            end.0,
            end.1,
        );
    }
}

/// The place in a palette of the colour that differs least.
fn nearest(palette: &[([u8; 4], u32)], colour: [u8; 4]) -> u8 {
    let apart =
        |other: &[u8; 4]| other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>();
    let best = palette.iter().enumerate().min_by_key(|(_, (other, _))| apart(other));
    best.and_then(|(at, _)| u8::try_from(at).ok()).unwrap_or_default()
}
