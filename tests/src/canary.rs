//! Canaries: words that stand only in what must never be public, and the search for them in what is.
//!
//! Each names the place it was put in, so that an escaped one says where it came from.

/// A part of every canary, in no text of Headcount's own.
pub const MARK: &str = "canary";

/// A health document (`adr075`) with a canary in every place that a remote program fills. Every key is one that
/// is unfit for the public.
pub const ADR075: &str = r#"{
  "status": "ok",
  "version": "canary-version",
  "tenant": "canary-tenant",
  "canary-root-key": {"canary-nested-key": "canary-nested-value"},
  "deps": {
    "canary.unfit/key": {"status": "down", "latency_ms": 4, "error": "canary-error at canary-host:5432"},
    "canary key of far more than the forty characters that are fit": {"status": "ok", "reason": "canary-reason"},
    "<b>canary-markup</b>": {"status": "canary-status-word"},
    "</script><script>alert('canary-script')</script>": {"status": "ok"},
    "messenger": {"status": "ok", "latency_ms": 1, "workers_alive": 2, "queue_depth": 0, "failed_depth": 0,
      "hostname": "canary-worker-in-document", "consumers": ["canary-consumer"]}
  }
}"#;

/// A document of `fetcher-readyz` with canaries in the fields that only this format reads.
pub const FETCHER: &str = r#"{
  "status": "unhealthy",
  "version": "canary-fetcher-version",
  "tenant_id": "canary-tenant-id",
  "deployment_mode": "canary-mode",
  "checks": {
    "canary:mongodb": {"status": "down", "error": "canary-fetcher-error", "tls": true},
    "canary:rabbitmq": {"status": "n/a", "reason": "see /readyz/tenant/canary-tenant-id"},
    "canary:redis": {"status": "down", "error": "x", "breaker_state": "canary-breaker"}
  }
}"#;

/// An error page of something in front, with canaries in body and headers.
pub const PROXY_ERROR: &str = "<h1>502 canary-proxy</h1><address>canary-proxy-host port 8443</address>";

/// What surrounds the first canary in a text, if there is one. Upper and lower case count alike.
pub fn found_in(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let (before, after) = lower.split_once(MARK)?;
    let (from, to): (Vec<char>, String) = (before.chars().collect(), after.chars().take(AROUND).collect());
    let from: String = from[from.len().saturating_sub(AROUND)..].iter().collect();
    Some(format!("{from}{MARK}{to}"))
}

/// Characters on either side that tell where it was.
const AROUND: usize = 120;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canary_is_found_in_any_case_with_what_surrounds_it() {
        for text in ["x\u{df}CANARY-word", "canary", "a canary.", ADR075, FETCHER, PROXY_ERROR] {
            assert!(found_in(text).is_some_and(|around| around.contains(MARK)), "{text}");
        }
        assert_eq!(found_in("nothing of the kind"), None);
    }
}
