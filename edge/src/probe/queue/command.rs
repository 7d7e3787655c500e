//! A read-only command of Redis: its words, the key it touches, the permission it needs, how large its reply gets.
//!
//! Not who asks it, nor what its reply means.

/// A read-only command.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Command {
    /// Name and arguments.
    pub words: Vec<String>,
    /// How large its reply can get; the large ones are sent last (DESIGN 10).
    pub reply: ReplySize,
}

/// How large a reply can get.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ReplySize {
    /// A number or a short text.
    Small,
    /// As many elements as were asked for, each as long as somebody wrote it.
    Capped,
    /// Whatever the server has. Nothing can be asked that follows from it: it may come with the last write.
    Unbounded,
    /// A line for each connection to the server: its own limit, and the very last.
    Clients,
}

impl Command {
    /// A command from its words.
    pub fn new(reply: ReplySize, words: &[&str]) -> Self {
        Self { words: words.iter().map(|w| (*w).to_owned()).collect(), reply }
    }

    /// The key it reads: the word after the command's name, which has two words for `XINFO GROUPS` and its like.
    /// None for those that ask about the server.
    pub fn key(&self) -> Option<&str> {
        if self.is_about_the_server() {
            return None;
        }
        self.words.get(self.name_words()).map(String::as_str)
    }

    /// Whether it asks about the server it is sent to. Of a cluster each node knows its own part.
    pub fn is_about_the_server(&self) -> bool {
        self.word() == Some("CLIENT") || self.is_about_listeners()
    }

    /// Whether it asks who listens to a channel: what nobody needs a master for.
    pub fn is_about_listeners(&self) -> bool {
        self.word() == Some("PUBSUB")
    }

    /// The permission it needs, as `ACL SETUSER` takes it: of `XINFO` and its like only the part that is used.
    pub fn permission(&self) -> String {
        let name: Vec<&str> = self.words.iter().take(self.name_words()).map(String::as_str).collect();
        format!("+{}", name.join("|").to_ascii_lowercase())
    }

    fn word(&self) -> Option<&str> {
        self.words.first().map(String::as_str)
    }

    fn name_words(&self) -> usize {
        match self.word() {
            Some("XINFO" | "CLIENT" | "PUBSUB") => 2,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_of_two_words_has_its_key_after_them_and_needs_only_that_part() {
        let of = |words: &[&str]| {
            let command = Command::new(ReplySize::Small, words);
            (command.key().map(str::to_owned), command.permission())
        };
        assert_eq!(of(&["XINFO", "GROUPS", "a"]), (Some("a".into()), "+xinfo|groups".into()));
        assert_eq!(of(&["HMGET", "a", "beat"]), (Some("a".into()), "+hmget".into()));
        assert_eq!(of(&["CLIENT", "LIST"]), (None, "+client|list".into()));
        assert_eq!(of(&["PUBSUB", "NUMSUB", "a"]), (None, "+pubsub|numsub".into()));
    }
}
