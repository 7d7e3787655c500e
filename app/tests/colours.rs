//! The colours of the bars, where nothing but the colour tells a state: told apart by people who see all colours and by
//! those with one of the three colour-blindnesses, and seen against the card in both themes.

#![expect(clippy::unwrap_used, clippy::panic, reason = "in a test, what is not as expected may panic")]

const BARS: [&str; 6] = ["--ok-bar", "--dg-bar", "--dn-bar", "--dr", "--mt-bar", "--un"];

/// A difference that is seen at a glance between two areas that touch (CIEDE2000; 1 is just noticeable).
const AT_A_GLANCE: f64 = 12.0;
/// WCAG 2.2, 1.4.11: graphical objects against what is beside them.
const AGAINST_THE_CARD: f64 = 3.0;

type Colour = [f64; 3];

/// What is left of linear red, green and blue, at full severity (Machado, Oliveira and Fernandes 2009, table 1).
const VISIONS: [(&str, [Colour; 3]); 4] = [
    ("all colours", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

#[test]
fn every_two_states_of_a_bar_are_told_apart_in_every_colour_blindness() {
    for (theme, tokens) in themes() {
        for (vision, left) in VISIONS {
            let seen = BARS.map(|name| (name, lab(product(&left, token(tokens, name)))));
            for (nth, (one, first)) in seen.iter().enumerate() {
                for (other, second) in &seen[nth + 1..] {
                    let apart = difference(*first, *second);
                    assert!(
                        apart >= AT_A_GLANCE,
                        "{theme}, {vision}: {one} and {other} are {apart:.1} apart"
                    );
                }
            }
        }
    }
}

#[test]
fn every_state_of_a_bar_is_seen_against_its_card() {
    for (theme, tokens) in themes() {
        let card = luminance(token(tokens, "--surface"));
        for name in BARS {
            let bar = luminance(token(tokens, name));
            let contrast = (bar.max(card) + 0.05) / (bar.min(card) + 0.05);
            assert!(contrast >= AGAINST_THE_CARD, "{theme}: {name} has a contrast of {contrast:.2}");
        }
    }
}

/// The tokens of both themes: the style sheet begins with those of the light one.
fn themes() -> [(&'static str, &'static str); 2] {
    let (light, rest) = app::STYLE.split_once("@media (prefers-color-scheme:dark)").unwrap();
    [("light", light), ("dark", rest.split_once("}}").unwrap().0)]
}

/// A colour as linear light, 0 to 1.
fn token(tokens: &str, name: &str) -> Colour {
    let (_, value) = tokens.split_once(&format!("{name}:#")).unwrap_or_else(|| panic!("{name} in {tokens}"));
    let digits: String = value.chars().take_while(char::is_ascii_hexdigit).collect();
    let doubled: String =
        if digits.len() == 3 { digits.chars().flat_map(|c| [c, c]).collect() } else { digits };
    [0, 2, 4].map(|at| {
        let share = f64::from(u8::from_str_radix(&doubled[at..at + 2], 16).unwrap()) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    })
}

fn product(matrix: &[Colour; 3], colour: Colour) -> Colour {
    matrix.map(|row| (row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2]).clamp(0.0, 1.0))
}

fn luminance([red, green, blue]: Colour) -> f64 {
    0.212_672_9 * red + 0.715_152_2 * green + 0.072_175_0 * blue
}

/// CIELAB of linear sRGB, white D65.
fn lab(colour: Colour) -> Colour {
    let [red, green, blue] = colour;
    let x = 0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue;
    let z = 0.019_333_9 * red + 0.119_192_0 * green + 0.950_304_1 * blue;
    let f = |t: f64| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 };
    let (x, y, z) = (f(x / 0.950_47), f(luminance(colour)), f(z / 1.088_83));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// CIEDE2000 (Sharma, Wu and Dalal 2005).
fn difference([l1, a1, b1]: Colour, [l2, a2, b2]: Colour) -> f64 {
    let seventh = |c: f64| (c.powi(7) / (c.powi(7) + 25_f64.powi(7))).sqrt();
    let stretch = 1.0 + 0.5 * (1.0 - seventh(f64::midpoint(a1.hypot(b1), a2.hypot(b2))));
    let (a1, a2) = (a1 * stretch, a2 * stretch);
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue = |a: f64, b: f64| b.atan2(a).to_degrees().rem_euclid(360.0);
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let mut turn = h2 - h1;
    if turn.abs() > 180.0 {
        turn -= 360.0_f64.copysign(turn);
    }
    let (l, c) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2));
    let h = if (h1 - h2).abs() <= 180.0 { f64::midpoint(h1, h2) } else { (h1 + h2 + 360.0) / 2.0 };
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(h - 30.0) + 0.24 * cos(2.0 * h) + 0.32 * cos(3.0 * h + 6.0)
        - 0.2 * cos(4.0 * h - 63.0);
    let off = (l - 50.0).powi(2);
    let light = (l2 - l1) / (1.0 + 0.015 * off / (20.0 + off).sqrt());
    let chroma = (c2 - c1) / (1.0 + 0.045 * c);
    let tint = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin() / (1.0 + 0.015 * c * t);
    let around = 30.0 * (-((h - 275.0) / 25.0).powi(2)).exp();
    let rotation = -2.0 * seventh(c) * (2.0 * around).to_radians().sin();
    (light.powi(2) + chroma.powi(2) + tint.powi(2) + rotation * chroma * tint).sqrt()
}
