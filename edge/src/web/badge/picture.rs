//! What badges and cards have in common: an SVG as an answer, marks, colours, and text that fits.
//!
//! A picture stands in `<img>`: no script, no reference to anything outside, one style sheet, allowed by its hash. Not
//! what is drawn: `badge` and `card` decide that.

use crate::web::Response;
pub(in crate::web) use crate::web::feed::xml::escaped;
use crate::web::headers::{self, Cache};
use crate::words::Locale;
use shared::page::Dir;
use shared::page::Tone;

/// A picture that is drawn.
pub(in crate::web) struct Picture {
    /// The language of what is written in it (BCP 47).
    pub(in crate::web) lang: &'static str,
    pub(in crate::web) width: u32,
    pub(in crate::web) height: u32,
    /// What it says, for those who do not see it.
    pub(in crate::web) title: String,
    pub(in crate::web) style: String,
    pub(in crate::web) body: String,
}

impl Picture {
    /// The answer that carries it.
    pub(in crate::web) fn answer(self, status: u16, cache: Cache) -> Response {
        let policy = format!(
            "default-src 'none'; style-src {}; frame-ancestors 'none'",
            headers::policy_hash(&self.style)
        );
        let body = self.svg().into_bytes();
        let mut headers = headers::open(headers::bare(policy));
        // A page that isolates itself shows no picture of another origin without this.
        headers.push(("cross-origin-resource-policy", "cross-origin".into()));
        headers.push(("content-type", "image/svg+xml".into()));
        headers.push(("cache-control", cache.to_string()));
        headers.push(("etag", headers::etag_of(&body)));
        Response { status, headers, body }
    }

    pub(super) fn svg(&self) -> String {
        let Self { lang, width, height, style, body, .. } = self;
        let title = escaped(&self.title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" xml:lang=\"{lang}\" role=\"img\"><title>{title}</title><style>{style}</style>{body}</svg>"
        )
    }
}

/// Whether a picture is read from the right: it is mirrored then, all but its marks.
pub(in crate::web) fn from_the_right(l: &Locale) -> bool {
    l.language().direction() == Dir::Rtl
}

/// The end of the rule for all text in such a picture; nothing in any other.
pub(in crate::web) fn direction(l: &Locale) -> &'static str {
    if from_the_right(l) { ";direction:rtl" } else { "" }
}

/// Text of which the escaped form has so many bytes at most; with an ellipsis where it is cut.
pub(in crate::web) fn clipped(text: &str, bytes: usize) -> String {
    const ELLIPSIS: char = '…';
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if escaped(&text).len() <= bytes {
        return text;
    }
    let mut left = bytes.saturating_sub(ELLIPSIS.len_utf8());
    let fits = |c: &char| match left.checked_sub(escaped(c.encode_utf8(&mut [0; 4])).len()) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    let mut out: String = text.chars().take_while(fits).collect();
    out.push(ELLIPSIS);
    out
}

/// How wide a line of text is at most in a common sans serif of this size, in pixels. The reader's font is not known:
/// this is on the side of too wide.
pub(in crate::web) fn width(text: &str, size: u32) -> u32 {
    let (mut hundredths, mut is_last) = (0_u32, true);
    for c in text.chars().rev() {
        let wide = if is_arabic(c) { arabic(c, is_last) } else { hundredths_of_an_em(c) };
        hundredths = hundredths.saturating_add(wide);
        // Marks above and below stand between letters and part none.
        if wide > 0 {
            is_last = !is_arabic(c);
        }
    }
    hundredths.saturating_mul(size).div_ceil(100)
}

/// Letters that join.
const fn is_arabic(c: char) -> bool {
    matches!(c, '\u{620}'..='\u{64a}' | '\u{66e}'..='\u{66f}' | '\u{671}'..='\u{6d3}' | '\u{750}'..='\u{77f}')
}

/// Many are three times as wide at the end of a word, where they are drawn in full, as before another letter.
const fn arabic(c: char, is_last: bool) -> u32 {
    match c {
        'آ' | 'أ' | 'إ' | 'ا' => 36,
        'ط' | 'ظ' => 98,
        'س'..='ض' if is_last => 128,
        'س'..='ض' => 92,
        'ئ' | 'ب' | 'ت' | 'ث' | 'ل' | 'ن' | 'ي' if !is_last => 40,
        'ء' | 'ؤ' | 'ة' | 'ج'..='ز' | 'ع' | 'غ' | 'م' | 'ه' | 'و' => 68,
        'ف' | 'ق' | 'ك' if !is_last => 60,
        _ if is_last => 106,
        _ => 75,
    }
}

const fn hundredths_of_an_em(c: char) -> u32 {
    match c {
        'i' | 'j' | 'l' | 'I' | ' ' | '\u{a0}' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | 't' | 'f'
        | 'r' | '·' | '،' | '؛' | '‘' | '’' | '\u{2009}' | '\u{202f}' => 40,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 98,
        'A'..='Z' | '+' | '<' | '>' | '=' | '&' => 76,
        ' '..='~' => 63,
        // Combining marks, joiners and marks of direction.
        '\u{300}'..='\u{36f}'
        | '\u{483}'..='\u{489}'
        | '\u{591}'..='\u{5bd}'
        | '\u{610}'..='\u{61a}'
        | '\u{61c}'
        | '\u{64b}'..='\u{65f}'
        | '\u{670}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{2066}'..='\u{2069}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{fe20}'..='\u{fe2f}' => 0,
        // Of all alphabets some letters are as wide as two of others; what is drawn of these is the widest there is.
        'Æ' | 'æ' | 'Œ' | 'œ' | '©' | '®' | '¼'..='¾' | '—' | '…' => 108,
        'Ж' | 'Ф' | 'Ш' | 'Щ' | 'Ы' | 'Ю' | 'Љ' | 'Њ' => 109,
        'ж' | 'м' | 'ф' | 'ш' | 'щ' | 'ъ' | 'ы' | 'ю' | 'љ' | 'њ' => 95,
        'À'..='Þ' | '\u{100}'..='\u{24f}' | '\u{400}'..='\u{42f}' | '±' | '÷' => 84,
        '\u{370}'..='\u{3ab}' | 'ω' | 'ώ' => 90,
        '\u{530}'..='\u{58f}' | '\u{900}'..='\u{dff}' => 100,
        '‰' | '‱' => 175,
        '\u{80}'..='\u{10ff}' | '\u{2000}'..='\u{20cf}' => 70,
        '\u{1f000}'.. => 140,
        _ => 110,
    }
}

/// The saturated colour of a state, on light and on dark (PAGE 3).
pub(in crate::web) const fn colours(tone: Tone) -> [&'static str; 2] {
    match tone {
        Tone::Working | Tone::HalfWorking => ["#00735c", "#4fc9a4"],
        Tone::Problems => ["#8a5200", "#f2b84b"],
        Tone::NotWorking => ["#b32a0c", "#ff8566"],
        Tone::Restarting => ["#1f5fbf", "#86b6ff"],
        Tone::NotKnown | Tone::OutOfDate | Tone::NotChecked => ["#5b616d", "#b3b9c4"],
    }
}

/// The mark of a state on a grid of 12, of shapes (`m`), rings (`r`) and what is cut out of shapes (`g`).
pub(in crate::web) const fn mark(tone: Tone) -> &'static str {
    match tone {
        Tone::Working => {
            "<circle class=\"m\" cx=\"6\" cy=\"6\" r=\"6\"/><path class=\"g\" d=\"M3 6l2 2 4-4\"/>"
        }
        Tone::HalfWorking => {
            "<circle class=\"r\" cx=\"6\" cy=\"6\" r=\"5\"/><path class=\"r\" d=\"M3.5 6l2 2 3-4\"/>"
        }
        Tone::Problems => "<path class=\"m\" d=\"M6 0l6 12H0z\"/><path class=\"g\" d=\"M6 4v4m0 1v2\"/>",
        Tone::NotWorking => {
            "<path class=\"m\" d=\"M0 0h12v12H0z\"/><path class=\"g\" d=\"M3 3l6 6m0-6l-6 6\"/>"
        }
        Tone::Restarting => {
            "<circle class=\"r\" cx=\"6\" cy=\"6\" r=\"5\"/><path class=\"m\" d=\"M6 1a5 5 0 0 1 0 10z\"/>"
        }
        Tone::NotKnown | Tone::OutOfDate => {
            "<circle class=\"r\" cx=\"6\" cy=\"6\" r=\"5\" stroke-dasharray=\"2.2 1.7\"/>\
             <path class=\"r\" d=\"M4.3 5A1.7 1.7 0 1 1 6 6.5V7m0 1.2v1\"/>"
        }
        Tone::NotChecked => "<path class=\"r\" d=\"M2 6h8\"/>",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_by_the_length_of_its_escaped_form() {
        assert_eq!(clipped("a  b\n c", 20), "a b c");
        assert_eq!(clipped("<<<<<<", 16), "<<<…");
        assert_eq!(clipped("ééééé", 9), "ééé…");
        for bytes in 3..40 {
            let cut = clipped(&"&\u{1f600}'é".repeat(20), bytes);
            assert!(escaped(&cut).len() <= bytes, "{bytes}: {cut}");
        }
    }

    #[test]
    fn what_takes_no_room_is_given_none() {
        assert_eq!(width("e\u{301}\u{302}\u{303}\u{35f}", 11), width("e", 11));
        assert!(width("mmmm", 11) > width("iiii", 11));
        assert_eq!(width("\u{2068}jobs\u{2069}", 11), width("jobs", 11));
        assert_eq!(width("س\u{64e}ل\u{651}م", 11), width("سلم", 11));
    }

    #[test]
    fn words_get_the_room_that_they_take_in_a_wide_font_and_not_much_more() {
        // Hundredths of an em in DejaVu Sans, which is among the widest in each of these alphabets.
        for (word, taken) in [
            ("لا يعمل", 299),
            ("يعمل", 210),
            ("متوقف", 287),
            ("غير معروف", 479),
            ("صيانة", 228),
            ("عمال في الانتظار", 719),
            ("مشاكل", 297),
            ("سس", 212),
            ("شخص", 271),
            ("فشل نهائياً", 438),
            ("en échec", 454),
            ("ŒUVRE", 382),
            ("В порядке", 542),
            ("Щит", 233),
            ("Не работает", 656),
            ("Λειτουργεί", 547),
            ("ΩΜΕΓΑ", 350),
        ] {
            let room = width(word, 100);
            assert!((taken..=taken * 3 / 2).contains(&room), "{word} takes {taken} and gets {room}");
        }
    }
}
