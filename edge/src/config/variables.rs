//! `${NAME}` and `${file:/path}` in a string of the configuration, replaced when it is used.
//!
//! Not where values come from: each host brings its own `Variables`.

use super::HostKind;
use super::fault::Fault;

/// Where values come from: the environment natively, the bindings on a Worker.
pub trait Variables {
    /// The value of a variable, if there is one.
    fn get(&self, name: &str) -> Option<String>;

    /// The content of a file.
    ///
    /// # Errors
    /// Why it cannot be read, in the system's words. A Worker is never asked.
    fn file(&self, path: &str) -> Result<String, String>;
}

/// An environment with nothing in it.
pub(crate) struct NoVariables;

impl Variables for NoVariables {
    fn get(&self, _: &str) -> Option<String> {
        None
    }

    fn file(&self, _: &str) -> Result<String, String> {
        Err("there are no files here".to_owned())
    }
}

/// The text with every variable replaced. A replaced value is not looked at again: a `${` in it stays.
///
/// Fails with every fault in the text, so that all missing variables are named at once.
pub(super) fn replace(text: &str, host: HostKind, from: &dyn Variables) -> Result<String, Vec<Fault>> {
    let mut out = String::with_capacity(text.len());
    let mut faults = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            faults.push(Fault::VariableNotClosed);
            break;
        };
        match value(name, host, from) {
            Ok(value) => out.push_str(&value),
            Err(fault) => faults.push(fault),
        }
        rest = after;
    }
    out.push_str(rest);
    if faults.is_empty() { Ok(out) } else { Err(faults) }
}

fn value(name: &str, host: HostKind, from: &dyn Variables) -> Result<String, Fault> {
    if let Some(path) = name.strip_prefix("file:") {
        if host == HostKind::Worker {
            return Err(Fault::FileOnWorker { path: path.to_owned() });
        }
        let content = from.file(path).map_err(|why| Fault::FileUnreadable { path: path.to_owned(), why })?;
        // Editors and `echo` end a file with a line break that belongs to no secret.
        let content = content.trim_end_matches(['\r', '\n']);
        return if content.is_empty() {
            Err(Fault::FileUnreadable { path: path.to_owned(), why: "it is empty".to_owned() })
        } else {
            Ok(content.to_owned())
        };
    }
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if !is_name {
        return Err(Fault::NotAVariable { name: name.to_owned() });
    }
    match from.get(name) {
        None => Err(Fault::MissingVariable { name: name.to_owned(), host }),
        Some(value) if value.is_empty() => Err(Fault::EmptyVariable { name: name.to_owned() }),
        Some(value) => Ok(value),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use shared::map::Map;

    /// A fixed environment; files are entries whose name starts with a slash.
    pub(in crate::config) struct Fixed(Map<String, String>);

    impl Fixed {
        pub(in crate::config) fn new<const N: usize>(pairs: [(&str, &str); N]) -> Self {
            Self(pairs.map(|(k, v)| (k.to_owned(), v.to_owned())).into())
        }
    }

    impl Variables for Fixed {
        fn get(&self, name: &str) -> Option<String> {
            self.0.get(name).cloned()
        }

        fn file(&self, path: &str) -> Result<String, String> {
            self.0.get(path).cloned().ok_or_else(|| "no such file".to_owned())
        }
    }

    fn native(text: &str) -> Result<String, Vec<Fault>> {
        let from = Fixed::new([
            ("USER", "probe"),
            ("EMPTY", ""),
            ("ODD", "${USER}"),
            ("/run/secrets/x", "s3cr3t\n"),
            ("/run/secrets/empty", "\n"),
        ]);
        replace(text, HostKind::Native, &from)
    }

    #[test]
    fn variables_and_files_are_replaced_wherever_they_stand() {
        assert_eq!(native("a ${USER}:${file:/run/secrets/x} z").unwrap(), "a probe:s3cr3t z");
        assert_eq!(native("cost: $5 {x}").unwrap(), "cost: $5 {x}");
    }

    #[test]
    fn a_value_is_not_looked_at_again() {
        assert_eq!(native("${ODD}").unwrap(), "${USER}");
    }

    #[test]
    fn what_cannot_be_replaced_is_named() {
        let fault = |text| native(text).unwrap_err().remove(0);
        assert!(matches!(fault("${GONE}"), Fault::MissingVariable { name, .. } if name == "GONE"));
        assert!(matches!(fault("${EMPTY}"), Fault::EmptyVariable { name } if name == "EMPTY"));
        assert_eq!(fault("${USER"), Fault::VariableNotClosed);
        assert!(matches!(fault("${no name}"), Fault::NotAVariable { .. }));
        assert!(matches!(fault("${file:/gone}"), Fault::FileUnreadable { .. }));
        assert!(matches!(fault("${file:/run/secrets/empty}"), Fault::FileUnreadable { .. }));
        assert_eq!(native("${GONE} ${USER} ${AWAY}").unwrap_err().len(), 2);
    }

    #[test]
    fn a_worker_has_no_files() {
        let got = replace("${file:/x}", HostKind::Worker, &Fixed::new([("/x", "secret")]));
        assert_eq!(got, Err(vec![Fault::FileOnWorker { path: "/x".into() }]));
    }
}
