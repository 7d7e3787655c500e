//! placeholder
use super::cli::Failure;
pub async fn run(_listen: &str) -> Result<(), Failure> { Ok(()) }
