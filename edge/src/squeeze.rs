//! Makes a script small without a tool: no comments, no white space that nothing needs, short names for its own.
//!
//! Runs when the edge is built, over our own scripts alone, which keep to what it understands: comments are whole lines,
//! every statement ends with a semicolon, names of our own begin with `$`, and there are no templates and no regular
//! expressions.

use std::collections::BTreeMap;

/// The squeezed script.
pub fn squeezed(script: &str) -> String {
    let mut out = String::with_capacity(script.len());
    let mut names = BTreeMap::new();
    let code = script.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    for line in code {
        let mut rest = line;
        if is_word(out.chars().next_back()) && is_word(rest.chars().next()) {
            out.push(' ');
        }
        while let Some(first) = rest.chars().next() {
            let token = token(rest, first);
            rest = rest.get(token.len()..).unwrap_or_default();
            match first {
                ' ' if is_word(out.chars().next_back()) && is_word(rest.chars().next()) => out.push(' '),
                ' ' => {}
                '$' => {
                    let number = names.len();
                    out.push_str(names.entry(token).or_insert_with(|| short(number)));
                }
                // A closing brace ends a statement too.
                '}' if out.ends_with(';') => {
                    out.pop();
                    out.push('}');
                }
                _ => out.push_str(token),
            }
        }
    }
    out
}

/// The next text, word or character.
fn token(rest: &str, first: char) -> &str {
    let length = match first {
        '"' => rest.char_indices().skip(1).find(|(_, c)| *c == first).map(|(at, _)| at + 1),
        _ if is_word(Some(first)) => rest.find(|c| !is_word(Some(c))),
        _ => Some(first.len_utf8()),
    };
    length.and_then(|length| rest.get(..length)).unwrap_or(rest)
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

/// `a` to `z`, `A` to `Z`, then the same followed by a 0, which no word of the language is.
fn short(number: usize) -> String {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let letter = LETTERS.chars().nth(number % LETTERS.len()).map(String::from);
    let zero = if number < LETTERS.len() { "" } else { "0" };
    format!("{}{zero}", letter.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nothing_needs_is_left_out_and_texts_stay_as_they_are() {
        let script = "// Why.\n{\n  const $one = () => 1 + 2;\n  if (a in b) {\n    f(\"a  // $b ;}\");\n  } else return $one;\n}\n";
        assert_eq!(squeezed(script), "{const a=()=>1+2;if(a in b){f(\"a  // $b ;}\")}else return a}");
    }

    #[test]
    fn every_name_of_ours_gets_a_short_one_and_the_same_everywhere() {
        let script: String = (0..60).fold(String::new(), |all, n| all + &format!("$name{n} = $name{n};\n"));
        let squeezed = squeezed(&script);
        assert!(squeezed.starts_with("a=a;b=b;") && squeezed.ends_with("h0=h0;"), "{squeezed}");
    }
}
