//! The native host's ports in one value.
//!
//! Each is a file of its own; this only names them.

use super::{clock, database, dial, http, mail};
use crate::ports::{
    Clock, Database, Dial, Endpoint, Http, HttpAnswer, HttpRequest, Letter, Mail, NoAnswer, NoRows, Post,
    SqlRows, SqlServer, Undelivered,
};
use core::time::Duration;
use shared::time::Timestamp;

/// Clock, HTTP and connections of this machine.
#[derive(Clone, Copy, Debug)]
pub struct Native;

impl Clock for Native {
    fn now(&self) -> Timestamp {
        clock::now()
    }

    async fn sleep(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

impl Http for Native {
    async fn get(&self, request: &HttpRequest<'_>) -> Result<HttpAnswer, NoAnswer> {
        http::get(request).await
    }
}

impl Post for Native {
    async fn post(&self, request: &HttpRequest<'_>, body: &[u8]) -> Result<HttpAnswer, NoAnswer> {
        http::post(request, body).await
    }
}

impl Mail for Native {
    async fn mail(&self, letter: &Letter) -> Result<(), Undelivered> {
        mail::send(letter).await
    }
}

impl Database for Native {
    async fn select(
        &self,
        server: &SqlServer,
        statements: &[String],
        limit: Duration,
    ) -> Result<Vec<Result<SqlRows, NoRows>>, NoRows> {
        database::select(server, statements, limit).await
    }
}

impl Dial for Native {
    type Stream = dial::Stream;

    async fn dial(&self, endpoint: &Endpoint) -> Result<Self::Stream, NoAnswer> {
        dial::dial(endpoint).await
    }
}
