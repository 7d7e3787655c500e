//! The file that `headcount config init` writes: it runs as it is, and its comments name every key that most
//! people need.
//!
//! Not the example for a whole application: that is `headcount.toml` at the root of the repository.

/// The file's text. It needs no variable.
pub fn init_file() -> &'static str {
    include_str!("headcount.init.toml")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{load, load_with};
    use super::super::variables::tests::Fixed;
    use super::*;

    #[test]
    fn the_file_is_valid_without_any_variable() {
        let config = load(init_file());
        assert_eq!(config.plan.services.len(), 1);
        assert!(config.services[0].health.is_some());
    }

    #[test]
    fn what_is_commented_out_is_valid_too() {
        let keys = init_file().lines().map(|line| {
            let rest = line.strip_prefix("# ").unwrap_or(line);
            let is_toml =
                rest.starts_with('[') || rest.split_once(" = ").is_some_and(|(k, _)| !k.contains(' '));
            if is_toml { rest } else { line }
        });
        let variables = Fixed::new([
            ("DEADMAN_URL", "https://hc.example.com/1"),
            ("HEADCOUNT_TOKEN", "t"),
            ("HEALTH_TOKEN", "t"),
            ("REDIS_URL", "redis://localhost"),
            ("NTFY_TOPIC", "t"),
        ]);
        let config = load_with(&keys.collect::<Vec<_>>().join("\n"), &variables);
        assert_eq!(config.services[0].queues.len(), 1);
        assert!(config.page.admin_token.is_some());
        assert_eq!(config.channels.len(), 1);
    }
}
