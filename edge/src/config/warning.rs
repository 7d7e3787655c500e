//! What a configuration may say but probably should not: it works, or works elsewhere.
//!
//! Not mistakes: those are in `fault`, and nothing starts with one of them.

use super::duration::show;
use super::http::host;
use super::{Config, HostKind, QueueTarget, ServiceTargets};
use crate::ports::Endpoint;
use core::fmt;
use core::net::{IpAddr, Ipv6Addr};
use core::time::Duration;

/// One remark on a valid configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Warning {
    /// A Worker will not get through to this host.
    PrivateAddress {
        /// Path of the key, with the ids of service and queue.
        key: String,
        /// The host.
        host: String,
    },
    /// Tabs ask again only after what they show has expired.
    PollBeyondExpiry {
        /// `page.poll`.
        poll: Duration,
        /// `page.expires_after`.
        expires_after: Duration,
    },
    /// Somebody who tries long enough may guess the operator's token.
    ShortToken {
        /// Its letters.
        letters: usize,
    },
}

/// So many letters of `page.admin_token` that nobody guesses it, if they are random.
const LONG_ENOUGH: usize = 16;

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PrivateAddress { key, host } => write!(
                f,
                "{key}: {host:?} is a private address, which a Worker cannot reach; \
                 give it a public name with TLS, or run the native binary inside that network"
            ),
            Self::PollBeyondExpiry { poll, expires_after } => write!(
                f,
                "page.poll: {} is not shorter than expires_after ({}), so tabs will show unknown in between; \
                 write a shorter poll",
                show(*poll),
                show(*expires_after)
            ),
            Self::ShortToken { letters } => write!(
                f,
                "page.admin_token: {letters} letters can be guessed; write {LONG_ENOUGH} or more at random \
                 (openssl rand -hex 24)"
            ),
        }
    }
}

/// All remarks. For `HostKind::Worker` also the addresses that no Worker reaches; asking for that is sensible
/// on a native host too, before moving.
pub fn warnings(config: &Config, host: HostKind) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let (poll, expires_after) = (config.plan.poll, config.plan.expires_after);
    if poll >= expires_after {
        warnings.push(Warning::PollBeyondExpiry { poll, expires_after });
    }
    let letters = config.page.admin_token.as_ref().map(|token| token.reveal().chars().count());
    warnings.extend(
        letters.filter(|letters| *letters < LONG_ENOUGH).map(|letters| Warning::ShortToken { letters }),
    );
    if host == HostKind::Worker {
        for (plan, targets) in config.plan.services.iter().zip(&config.services) {
            let queue_ids = plan.queues.iter().map(|q| q.id.as_str());
            warnings.extend(
                hosts(&plan.id, queue_ids, targets)
                    .filter(|(_, host)| is_private(host))
                    .map(|(key, host)| Warning::PrivateAddress { key, host }),
            );
        }
    }
    warnings
}

fn hosts<'a>(
    service: &'a str,
    queue_ids: impl Iterator<Item = &'a str> + 'a,
    targets: &'a ServiceTargets,
) -> impl Iterator<Item = (String, String)> + 'a {
    let documents = [("health", &targets.health), ("liveness", &targets.liveness)];
    let documents = documents.into_iter().filter_map(move |(kind, target)| {
        Some((format!("service {service}, {kind}.url"), host(&target.as_ref()?.url)))
    });
    let queues = queue_ids.zip(&targets.queues).flat_map(move |(id, source)| {
        let other = source.other().map(|other| (format!("service {service}, queue {id}.url"), other.host()));
        let key = if other.is_some() { "heartbeat_url" } else { "url" };
        let redis = source.redis().into_iter().flat_map(redis_hosts);
        let redis = redis.map(move |host| (format!("service {service}, queue {id}.{key}"), host.to_owned()));
        other.into_iter().chain(redis)
    });
    documents.chain(queues)
}

/// The hosts of a Redis; none for a socket, which to a Worker is a mistake of its own.
fn redis_hosts(queue: &QueueTarget) -> impl Iterator<Item = &str> {
    [&queue.server.endpoint].into_iter().chain(queue.server.way.others()).filter_map(
        |endpoint| match endpoint {
            Endpoint::Tcp { host, .. } => Some(host.as_str()),
            Endpoint::Socket(_) => None,
        },
    )
}

/// Whether only neighbours reach this host: loopback, private and link-local addresses, names without a dot and
/// names in zones that no public server answers for.
fn is_private(host: &str) -> bool {
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(v4)) => {
            v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_unspecified()
        }
        Ok(IpAddr::V6(v6)) => match v6.to_ipv4_mapped() {
            Some(v4) => is_private(&v4.to_string()),
            None => v6 == Ipv6Addr::LOCALHOST || v6.is_unspecified() || is_local_v6(v6),
        },
        Err(_) => {
            let name = host.trim_end_matches('.').to_ascii_lowercase();
            let zone = name.rsplit('.').next().unwrap_or_default();
            !name.contains('.') || matches!(zone, "internal" | "local" | "localhost" | "lan" | "home")
        }
    }
}

/// `fc00::/7` (unique local) and `fe80::/10` (link local).
fn is_local_v6(address: Ipv6Addr) -> bool {
    let [first, ..] = address.segments();
    first & 0xfe00 == 0xfc00 || first & 0xffc0 == 0xfe80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_told_from_public_ones() {
        for host in [
            "localhost",
            "redis",
            "cache.internal",
            "printer.local.",
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.0.1",
            "169.254.0.1",
            "::1",
            "fd00::1",
            "fe80::1",
            "::ffff:10.0.0.1",
        ] {
            assert!(is_private(host), "{host}");
        }
        for host in
            ["redis.example.com", "172.32.0.1", "11.0.0.1", "8.8.8.8", "2606:4700::1", "internal.example.com"]
        {
            assert!(!is_private(host), "{host}");
        }
    }
}
