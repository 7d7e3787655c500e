//! A real server of asynq, by the crate that writes the keys of Go's asynq, and tasks for it.
//!
//!     asynq-driver work NAME | send COUNT | fail | retry | delay SECONDS | hold SECONDS
//!
//! Environment: `REDIS_PORT`, `REDIS_DB`.

use std::env;
use std::error::Error;
use std::time::Duration;

use asynq::backend::RedisConnectionType;
use asynq::client::Client;
use asynq::server::{Handler, ServerBuilder};
use asynq::task::Task;

/// Takes as many seconds as its payload says.
const DO: &str = "do";
/// Cannot be done.
const FAIL: &str = "fail";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = format!("redis://127.0.0.1:{}/{}", env::var("REDIS_PORT")?, env::var("REDIS_DB")?);
    let redis = RedisConnectionType::single(url)?;
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["work", _name] = words[..] {
        let mut server = ServerBuilder::new().redis_config(redis).build().await?;
        return Ok(server.run(Worker).await?);
    }
    let client = Client::new(redis).await?;
    match words[..] {
        ["send", count] => {
            for _ in 0..count.parse()? {
                client.enqueue(Task::new(DO, b"0")?).await?;
            }
        }
        ["fail"] => drop(client.enqueue(Task::new(FAIL, b"0")?.with_max_retry(0)).await?),
        ["retry"] => drop(client.enqueue(Task::new(FAIL, b"0")?.with_max_retry(5)).await?),
        ["delay", seconds] => {
            drop(client.enqueue_in(Task::new(DO, b"0")?, Duration::from_secs(seconds.parse()?)).await?);
        }
        ["hold", seconds] => drop(client.enqueue(Task::new(DO, seconds.as_bytes())?).await?),
        _ => return Err(format!("no such command: {words:?}").into()),
    }
    Ok(())
}

/// Does what a task says.
struct Worker;

#[async_trait::async_trait]
impl Handler for Worker {
    async fn process_task(&self, task: Task) -> asynq::error::Result<()> {
        if task.get_type() == FAIL {
            return Err(asynq::error::Error::other("cannot be done"));
        }
        let seconds = String::from_utf8_lossy(task.get_payload()).parse().unwrap_or(0);
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        Ok(())
    }
}
