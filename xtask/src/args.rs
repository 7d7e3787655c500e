//! The few shapes of command-line arguments that tasks take. Not a general parser.

use std::str::FromStr;

use crate::run::Outcome;

/// For a task that takes no arguments.
pub fn none(args: &[String]) -> Outcome {
    match args.first() {
        None => Ok(()),
        Some(first) => Err(format!("this task takes no arguments, and {first:?} was given").into()),
    }
}

/// Arguments that are taken out one by one; what is left at the end is an error.
pub struct Args(Vec<String>);

impl Args {
    /// Over the words after the task's name.
    pub fn new(words: Vec<String>) -> Self {
        Self(words)
    }

    /// Whether `--name` is there.
    pub fn flag(&mut self, name: &str) -> bool {
        let at = self.0.iter().position(|word| word == name);
        at.map(|at| self.0.remove(at)).is_some()
    }

    /// The value of `--name VALUE` or `--name=VALUE`, each call the next one.
    pub fn value<T: FromStr>(&mut self, name: &str) -> Outcome<Option<T>> {
        let Some(at) = self.0.iter().position(|word| {
            word == name || word.strip_prefix(name).is_some_and(|rest| rest.starts_with('='))
        }) else {
            return Ok(None);
        };
        let word = self.0.remove(at);
        let text = if let Some((_, value)) = word.split_once('=') {
            value.to_owned()
        } else if at < self.0.len() {
            self.0.remove(at)
        } else {
            return Err(format!("{name} needs a value after it").into());
        };
        text.parse().map(Some).map_err(|_| format!("{name} cannot be {text:?}").into())
    }

    /// At most one word without a name.
    pub fn word(&mut self) -> Option<String> {
        let at = self.0.iter().position(|word| !word.starts_with('-'))?;
        Some(self.0.remove(at))
    }

    /// Nothing may be left.
    pub fn end(self) -> Outcome {
        match self.0.first() {
            None => Ok(()),
            Some(first) => {
                Err(format!("this task does not know {first:?}; `cargo xtask` lists what it knows").into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(words: &[&str]) -> Args {
        Args::new(words.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn a_value_may_follow_its_name_or_an_equals_sign() {
        let mut args = args(&["--port", "80", "--var=A=b", "--var", "C=d"]);
        assert_eq!(args.value::<u16>("--port").unwrap(), Some(80));
        assert_eq!(args.value::<String>("--var").unwrap().as_deref(), Some("A=b"));
        assert_eq!(args.value::<String>("--var").unwrap().as_deref(), Some("C=d"));
        assert_eq!(args.value::<String>("--var").unwrap(), None);
        assert!(args.end().is_ok());
    }

    #[test]
    fn a_missing_value_a_wrong_value_and_an_unknown_word_are_errors() {
        assert!(args(&["--port"]).value::<u16>("--port").is_err());
        assert!(args(&["--port", "x"]).value::<u16>("--port").is_err());
        assert!(args(&["--prot", "80"]).end().is_err());
    }
}
