//! `fetcher-metrics`: `/metrics` of Lerian's Fetcher, for its self-probe at the last start.
//!
//! Reads `selfprobe_result{dep="…"}`, 1 or 0, and nothing else of the Prometheus text: the counters beside it move only
//! when somebody polls `/readyz`. It says on what the last start failed, and nothing of the time since; 1 stands for
//! parts that were not checked, too.

use super::common::{self, Fault};
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::flag::{Flag, FlagWord};
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_despite_code(answer, |body| document(common::text(body)?))
}

fn document(text: &str) -> Result<HealthReport, Fault> {
    let results: Vec<(String, &str)> = text.lines().filter_map(result).collect();
    common::within_limit(results.len())?;
    let mut report = HealthReport::said(Verdict::Unknown);
    for (dep, value) in results {
        let mut line = common::unknown_line(&dep);
        match value {
            "1" => line.state = State::Operational,
            "0" => line.state = State::Down,
            _ => common::remark(&mut report.flags, Flag::about(FlagWord::BadNumber, dep)),
        }
        lines::add(&mut report, line);
    }
    if report.dependencies.is_empty() {
        return Err(Fault::NotTheFormat("`selfprobe_result` by `dep`"));
    }
    report.state = lines::worst(&report);
    Ok(report)
}

/// `selfprobe_result{dep="mongodb"} 1`, maybe with a time behind it.
fn result(line: &str) -> Option<(String, &str)> {
    let rest = line.trim().strip_prefix("selfprobe_result{dep=\"")?;
    let mut dep = String::new();
    let mut chars = rest.char_indices();
    let end = loop {
        match chars.next()? {
            (_, '\\') => dep.push(match chars.next()?.1 {
                'n' => '\n',
                escaped => escaped,
            }),
            (end, '"') => break end,
            (_, c) => dep.push(c),
        }
    };
    let (_, value) = rest.get(end..)?.split_once('}')?;
    Some((common::clip(&dep), value.split_whitespace().next()?))
}
