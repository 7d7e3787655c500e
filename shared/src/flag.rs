//! Remarks on a service: a closed list of words, with details that only the operator sees.
//!
//! Not verdicts: no flag ever decides one.

use core::fmt;
use serde::{Deserialize, Serialize};

/// A remark. Public outputs carry `word` alone (DESIGN 2).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Flag {
    /// The remark itself.
    pub word: FlagWord,
    /// What it is about: a dependency's key, a queue's id, a field. May be a remote word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// What exactly was seen. May be a remote word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

macro_rules! flag_words {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// The closed list of remarks.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum FlagWord { $($(#[$doc])* $name,)* }

        impl FlagWord {
            /// The word in JSON.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }

            /// Every word there is, for documentation and tests.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}

flag_words! {
    /// The workers are known to be 0.
    NoConsumer = "no_consumer",
    /// HTTP status and document, or two parts of a document, contradict each other; the worse is believed.
    ContractMismatch = "contract_mismatch",
    /// The application and Redis disagree on whether any worker is alive.
    SourcesDisagree = "sources_disagree",
    /// Our own reading of the queue failed; the application's count is used.
    QueueUnknown = "queue_unknown",
    /// The queue system does not tell who is alive, and no heartbeat is configured.
    LivenessNotMeasured = "liveness_not_measured",
    /// No worker is there, and none has to be: the queue scales to zero.
    ScaledToZero = "scaled_to_zero",
    /// Work waits in a queue that scales to zero, and nobody has come for it.
    NobodyCame = "nobody_came",
    /// No worker has ever been seen here.
    NeverSeen = "never_seen",
    /// The store's clock and ours differ by more than two seconds.
    ClockSkew = "clock_skew",
    /// No worker signs in, yet entries were taken since the last round.
    MovingWithoutWorkers = "moving_without_workers",
    /// Every target was unreachable at once: the fault is probably ours.
    ObserverOffline = "observer_offline",
    /// The other side asked us to ask less often (429).
    ProbeThrottled = "probe_throttled",
    /// A bot challenge stood in the way.
    ProbeBlocked = "probe_blocked",
    /// Our credentials were refused (401, NOAUTH, WRONGPASS, NOPERM).
    ProbeUnauthorized = "probe_unauthorized",
    /// Our configuration names something that is not there (404, 406, WRONGTYPE).
    ProbeMisconfigured = "probe_misconfigured",
    /// The health endpoint says that it is misconfigured itself.
    ProbeTargetMisconfigured = "probe_target_misconfigured",
    /// A redirect, which is never followed.
    Redirect = "redirect",
    /// A 5xx that is not the format's document: something in front answers instead.
    ProxyError = "proxy_error",
    /// A 2xx that is not the format's document.
    NotAHealthDocument = "not_a_health_document",
    /// The body is not JSON, or was cut.
    BadJson = "bad_json",
    /// A number in the document is unusable.
    BadNumber = "bad_number",
    /// A status word that is not of the format.
    UnknownStatus = "unknown_status",
    /// A part is down that the application works without.
    NonrequiredDown = "nonrequired_down",
    /// The document speaks of the process alone, not of what it depends on.
    LivenessOnly = "liveness_only",
    /// The document lists nothing that was checked.
    NoComponents = "no_components",
    /// A line that stands for no dependency (a drain notice).
    Synthetic = "synthetic",
    /// A circuit breaker is open.
    BreakerOpen = "breaker_open",
    /// The endpoint does not apply to this deployment.
    NotApplicable = "not_applicable",
    /// The key lives on another node of a cluster.
    ClusterRedirect = "cluster_redirect",
    /// The document's results are older than allowed.
    StaleResult = "stale_result",
    /// The reply or the document exceeds the limit.
    TooLarge = "too_large",
    /// Nothing answered: refused, reset, timed out, cut off.
    Unreached = "unreached",
    /// Restarting for longer than it should take.
    DrainingTooLong = "draining_too_long",
    /// Somebody has stopped the queue on purpose: nothing is taken from it, whoever is alive.
    Paused = "paused",
    /// All living workers were told to take no new work.
    Quiet = "quiet",
    /// There are more ids than are followed up: a number is a lower bound.
    LowerBound = "lower_bound",
    /// The system keeps no more dead letters than these and drops the oldest.
    FailedIsCapped = "failed_is_capped",
}

impl Flag {
    /// A remark without details.
    pub const fn new(word: FlagWord) -> Self {
        Self { word, subject: None, detail: None }
    }

    /// Whether a list of remarks has this word.
    pub fn is_said(flags: &[Self], word: FlagWord) -> bool {
        flags.iter().any(|flag| flag.word == word)
    }

    /// A remark about something.
    pub fn about(word: FlagWord, subject: impl Into<String>) -> Self {
        Self { word, subject: Some(subject.into()), detail: None }
    }

    /// Adds what exactly was seen.
    #[must_use]
    pub fn saying(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }
}

/// The operator's form: `word[:subject[=detail]]`.
impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word.word())?;
        if let Some(subject) = &self.subject {
            write!(f, ":{subject}")?;
        }
        match (&self.detail, &self.subject) {
            (Some(detail), Some(_)) => write!(f, "={detail}"),
            (Some(detail), None) => write!(f, ":{detail}"),
            (None, _) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operators_form_is_word_subject_detail() {
        let flag = Flag::about(FlagWord::UnknownStatus, "redis").saying("wobbly");
        assert_eq!(flag.to_string(), "unknown_status:redis=wobbly");
        assert_eq!(Flag::new(FlagWord::NoConsumer).to_string(), "no_consumer");
    }

    #[test]
    fn the_word_in_json_is_the_word_in_text() {
        for word in FlagWord::ALL {
            assert_eq!(serde_json::to_string(word).unwrap(), format!("\"{}\"", word.word()));
        }
    }
}
