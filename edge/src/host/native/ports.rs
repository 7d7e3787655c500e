//! The native host's ports in one value.
//!
//! Each is a file of its own; this only names them.

use super::{clock, dial, http};
use crate::ports::{Clock, Dial, Endpoint, Http, HttpAnswer, HttpRequest, NoAnswer};
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

impl Dial for Native {
    type Stream = dial::Stream;

    async fn dial(&self, endpoint: &Endpoint) -> Result<Self::Stream, NoAnswer> {
        dial::dial(endpoint).await
    }
}
