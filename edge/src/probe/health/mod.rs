//! Health formats: one file each, and the table of them.
//!
//! Not fetching: a format reads one `HttpAnswer`. What is common to all (transport failures, 3xx and 4xx, JSON
//! limits) is in `common`, answers of a cache in `cached`; JSON itself in `json`, lines of a name and a word in `lines`, counters in `numbers`.

mod adr075;
mod adr075_liveness;
mod aspnet;
mod aspnet_ui;
pub(super) mod cached;
mod common;
mod consul;
mod consul_agent;
mod consul_catalog;
mod dapr;
mod django_health_check;
mod fetcher_health;
mod fetcher_metrics;
mod fetcher_readyz;
mod fetcher_tenant;
pub(super) mod fetcher_tenants;
mod hellofresh_health;
mod heptio_healthcheck;
mod http_status_only;
mod ietf_health;
pub(super) mod json;
mod k8s_verbose;
mod laravel_health;
mod laravel_simple;
mod lerian_libcommons;
mod lines;
mod microprofile;
mod nest_terminus;
mod node_terminus;
mod numbers;
mod okcomputer;
mod okcomputer_text;
mod plain_word;
mod rabbitmq_health;
pub(crate) mod retry_after;
mod spring_actuator;
mod symfony_stats;

#[cfg(test)]
mod tests;

use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;

/// A health format.
#[derive(Debug)]
pub struct Format {
    /// Its name in the configuration.
    pub name: &'static str,
    /// Reads one answer.
    pub read: fn(&HttpAnswer, &FormatOptions) -> HealthReport,
}

/// Every format there is.
pub static FORMATS: &[Format] = &[
    Format { name: "adr075", read: adr075::read },
    Format { name: "adr075-liveness", read: adr075_liveness::read },
    Format { name: "symfony-stats", read: symfony_stats::read },
    Format { name: "fetcher-readyz", read: fetcher_readyz::read },
    Format { name: "fetcher-health", read: fetcher_health::read },
    Format { name: "fetcher-tenant", read: fetcher_tenant::read },
    Format { name: "fetcher-metrics", read: fetcher_metrics::read },
    Format { name: "lerian-libcommons", read: lerian_libcommons::read },
    Format { name: "ietf-health", read: ietf_health::read },
    Format { name: "spring-actuator", read: spring_actuator::read },
    Format { name: "microprofile", read: microprofile::read },
    Format { name: "aspnet", read: aspnet::read },
    Format { name: "aspnet-ui", read: aspnet_ui::read },
    Format { name: "laravel-health", read: laravel_health::read },
    Format { name: "laravel-simple", read: laravel_simple::read },
    Format { name: "okcomputer", read: okcomputer::read },
    Format { name: "okcomputer-text", read: okcomputer_text::read },
    Format { name: "django-health-check", read: django_health_check::read },
    Format { name: "node-terminus", read: node_terminus::read },
    Format { name: "nest-terminus", read: nest_terminus::read },
    Format { name: "hellofresh-health", read: hellofresh_health::read },
    Format { name: "heptio-healthcheck", read: heptio_healthcheck::read },
    Format { name: "k8s-verbose", read: k8s_verbose::read },
    Format { name: "dapr", read: dapr::read },
    Format { name: "consul-agent", read: consul_agent::read },
    Format { name: "consul-catalog", read: consul_catalog::read },
    Format { name: "rabbitmq-health", read: rabbitmq_health::read },
    Format { name: "plain-word", read: plain_word::read },
    Format { name: "http-status-only", read: http_status_only::read },
];
