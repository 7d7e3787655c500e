//! SMTP by lettre: one letter, on a connection of its own, with the web's certificate authorities.
//!
//! Not deadlines and not repetitions: whoever sends has them.

use crate::ports::{Letter, MailPrivacy, MailServer, Undelivered};
use core::error::Error;
use core::time::Duration;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use std::time::SystemTime;

/// For each command. The caller gives up on the whole before that.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Hands a letter over.
pub async fn send(letter: &Letter) -> Result<(), Undelivered> {
    let message = message(letter).map_err(|e| Undelivered::Refused(e.to_string()))?;
    let transport = transport(&letter.server).map_err(|e| Undelivered::Later(told(&e)))?;
    match transport.send(message).await {
        Ok(_) => Ok(()),
        // A mailbox that is full or gone, a sender that is not allowed yet: 24 hours to set that right.
        Err(e) => Err(Undelivered::Later(told(&e))),
    }
}

fn message(letter: &Letter) -> Result<Message, Box<dyn Error>> {
    let at = u64::try_from(letter.at.millis()).unwrap_or(0);
    let mut message = Message::builder()
        .from(letter.from.parse::<Mailbox>()?)
        .subject(&letter.subject)
        .message_id(Some(letter.id.clone()))
        .date(SystemTime::UNIX_EPOCH + Duration::from_millis(at))
        .raw_header(HeaderValue::new(
            // RFC 3834: no holiday notice is to answer this.
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".to_owned(),
        ));
    for to in &letter.to {
        message = message.to(to.parse::<Mailbox>()?);
    }
    if let Some(first) = &letter.answers {
        message = message.in_reply_to(first.clone()).references(first.clone());
    }
    Ok(message.header(ContentType::TEXT_PLAIN).body(letter.text.clone())?)
}

fn transport(
    server: &MailServer,
) -> Result<AsyncSmtpTransport<Tokio1Executor>, lettre::transport::smtp::Error> {
    let tls = || TlsParameters::new(server.host.clone());
    let tls = match server.privacy {
        MailPrivacy::Tls => Tls::Wrapper(tls()?),
        MailPrivacy::StartTls => Tls::Required(tls()?),
        MailPrivacy::Plain => Tls::None,
    };
    let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&server.host)
        .port(server.port)
        .tls(tls)
        .hello_name(ClientId::Domain("headcount.invalid".to_owned()))
        .timeout(Some(TIMEOUT));
    if let (Some(user), Some(password)) = (&server.user, &server.password) {
        builder = builder.credentials(Credentials::new(user.clone(), password.reveal().to_owned()));
    }
    Ok(builder.build())
}

/// The whole chain of causes, in one line.
fn told(e: &dyn Error) -> String {
    let mut line = e.to_string();
    let mut cause = e.source();
    while let Some(e) = cause {
        line.push_str(": ");
        line.push_str(&e.to_string());
        cause = e.source();
    }
    line.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::time::Timestamp;

    #[test]
    fn a_letter_that_follows_names_the_first_one_and_holds_any_script() {
        let server = MailServer {
            host: "localhost".to_owned(),
            port: 25,
            privacy: MailPrivacy::Plain,
            user: None,
            password: None,
        };
        let letter = Letter {
            server,
            from: "Headcount <status@example.com>".to_owned(),
            to: vec!["a@example.com".to_owned(), "b@example.com".to_owned()],
            subject: "Größe: no sign of life".to_owned(),
            id: "<headcount.k.2@example.com>".to_owned(),
            answers: Some("<headcount.k@example.com>".to_owned()),
            at: Timestamp::from_secs(1_796_047_203),
            text: "58\u{a0}jobs\n.\n".to_owned(),
        };
        let text = String::from_utf8(message(&letter).unwrap().formatted()).unwrap();
        for line in [
            "Message-ID: <headcount.k.2@example.com>\r\n",
            "In-Reply-To: <headcount.k@example.com>\r\n",
            "References: <headcount.k@example.com>\r\n",
            "Date: Mon, 30 Nov 2026 14:00:03 +0000\r\n",
            "To: a@example.com, b@example.com\r\n",
            "Subject: =?utf-8?b?",
            "Content-Type: text/plain; charset=utf-8\r\n",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
    }
}
