//! The favicon of a state, as a data URI: the mark, white on the light scheme's saturated colour, so that it
//! reads on any browser's tab bar.

use shared::page::Tone;

/// The address of the icon for `tone`. Pure ASCII without quotation marks or angle brackets, so that it can
/// stand in an attribute as it is.
pub fn favicon(tone: Tone) -> String {
    let (colour, shape) = drawing(tone);
    format!("data:image/svg+xml,{}", escape(&shape.replace("COLOUR", colour)))
}

/// The colour and the drawing of a mark, on a grid of 32.
const fn drawing(tone: Tone) -> (&'static str, &'static str) {
    match tone {
        Tone::Working => (
            "#00735C",
            "<circle cx='16' cy='16' r='14' fill='COLOUR'/>\
             <path d='M9.5 16.5l4.6 4.6 8.6-9.6' fill='none' stroke='#fff' stroke-width='3.6'/>",
        ),
        Tone::HalfWorking => (
            "#00735C",
            "<circle cx='16' cy='16' r='12.5' fill='#fff' stroke='COLOUR' stroke-width='3'/>\
             <path d='M9.5 16.5l4.6 4.6 8.6-9.6' fill='none' stroke='COLOUR' stroke-width='3.6'/>",
        ),
        Tone::Problems => (
            "#8A5200",
            "<path d='M16 2l15 28H1z' fill='COLOUR'/>\
             <path d='M16 12v8m0 3v3.6' stroke='#fff' stroke-width='3.6'/>",
        ),
        Tone::NotWorking => (
            "#B32A0C",
            "<rect x='2' y='2' width='28' height='28' rx='5' fill='COLOUR'/>\
             <path d='M10 10l12 12m0-12l-12 12' stroke='#fff' stroke-width='3.6'/>",
        ),
        Tone::Restarting => (
            "#1F5FBF",
            "<circle cx='16' cy='16' r='12.5' fill='#fff' stroke='COLOUR' stroke-width='3'/>\
             <path d='M16 3a13 13 0 0 1 0 26z' fill='COLOUR'/>",
        ),
        Tone::NotKnown | Tone::OutOfDate => (
            "#5B616D",
            "<circle cx='16' cy='16' r='12.5' fill='#fff' stroke='COLOUR' stroke-width='3' stroke-dasharray='5 3.7'/>\
             <path d='M12 13a4 4 0 1 1 6 3.4c-1.5.8-2 1.6-2 3.1m0 2v3' fill='none' stroke='COLOUR' stroke-width='3'/>",
        ),
        Tone::NotChecked => ("#5B616D", "<path d='M7 16h18' stroke='COLOUR' stroke-width='4'/>"),
    }
}

/// The drawing as an SVG document, with what a data URI or an attribute cannot hold written as `%XX`.
fn escape(shape: &str) -> String {
    let mut out = String::with_capacity(shape.len() * 3 / 2 + 80);
    for piece in ["<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>", shape, "</svg>"] {
        for c in piece.chars() {
            match c {
                '<' => out.push_str("%3C"),
                '>' => out.push_str("%3E"),
                '#' => out.push_str("%23"),
                '\'' => out.push_str("%27"),
                ' ' => out.push_str("%20"),
                _ => out.push(c),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TONES: [Tone; 8] = [
        Tone::Working,
        Tone::HalfWorking,
        Tone::Problems,
        Tone::NotWorking,
        Tone::Restarting,
        Tone::NotKnown,
        Tone::OutOfDate,
        Tone::NotChecked,
    ];

    #[test]
    fn an_icon_can_stand_in_an_attribute_and_in_a_url_as_it_is() {
        for tone in TONES {
            let icon = favicon(tone);
            assert!(icon.starts_with("data:image/svg+xml,%3Csvg%20"), "{icon}");
            assert!(icon.is_ascii() && !icon.contains(['<', '>', '"', '\'', '#', ' ', '&', '\n']), "{icon}");
            assert!(icon.ends_with("%3C/svg%3E") && !icon.contains("COLOUR"), "{icon}");
        }
    }

    #[test]
    fn states_that_differ_have_icons_that_differ() {
        for (i, a) in TONES.iter().enumerate() {
            for b in &TONES[..i] {
                let alike = [*a, *b].iter().all(|t| matches!(t, Tone::NotKnown | Tone::OutOfDate));
                assert_eq!(favicon(*a) == favicon(*b), alike, "{a:?} {b:?}");
            }
        }
    }
}
