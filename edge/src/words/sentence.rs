//! How a sentence of the catalogue becomes a function: its name is its message's, and its arguments are what stands
//! in it. Each list of sentences is told to the test that holds every language against it.
//!
//! Not the sentences: those are in `languages/`.

/// Functions that say something, by the beginning of their messages' names. `Name` is what people wrote, `Words` are
/// the catalogue's own (or a word that a message chooses by), `Number` is a number.
///
/// ```text
/// sentences! { "well";
///     /// "No job is waiting."
///     jobs_waiting(n: Number);
/// }
/// ```
///
/// says the message `well-jobs_waiting` with its `$n`, as `jobs_waiting(locale, n)`.
macro_rules! sentences {
    ($prefix:literal; $($(#[$doc:meta])* $name:ident($($given:ident: $kind:ident),*);)*) => {
        $(
            $(#[$doc])*
            pub fn $name(l: &$crate::words::Locale $(, $given: $crate::words::sentence::sentences!(@type $kind))*) -> String {
                l.say(
                    concat!($prefix, "-", stringify!($name)),
                    &[$((stringify!($given), $crate::words::language::Given::$kind($given))),*],
                )
            }
        )*

        /// The messages of these sentences, with what stands in each.
        #[cfg(test)]
        pub(in crate::words) const SAID: &[(&str, &[&str])] =
            &[$((concat!($prefix, "-", stringify!($name)), &[$(stringify!($given)),*])),*];
    };
    (@type Name) => { &str };
    (@type Words) => { &str };
    (@type Number) => { u64 };
}
pub(super) use sentences;
