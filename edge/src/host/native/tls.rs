//! TLS for health endpoints and Redis: rustls with the web's certificate authorities, or with those that are configured.
//!
//! One configuration for everything that has no settings of its own; every connection is new all the same.

use crate::ports::{NoAnswer, TlsSettings};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::sync::{Arc, OnceLock};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// Speaks TLS over a connection.
pub async fn wrap<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    host: &str,
    settings: &TlsSettings,
) -> Result<TlsStream<S>, NoAnswer> {
    let name = settings.server_name.as_deref().unwrap_or(host);
    let name = ServerName::try_from(name.to_owned())
        .map_err(|_| NoAnswer::Tls("not a name that TLS can check".into()))?;
    let config = configuration(settings)?;
    TlsConnector::from(config).connect(name, stream).await.map_err(|e| NoAnswer::Tls(words(&e)))
}

/// Of what people meet most, what to do; of everything else the library's own words.
fn words(e: &std::io::Error) -> String {
    let all = e.to_string();
    if all.contains("CaUsedAsEndEntity") {
        "its certificate signs itself and calls itself an authority (CA:TRUE), which no server's may: make one with \
         CA:FALSE, or let an authority of your own sign it"
            .to_owned()
    } else if all.contains("InvalidContentType") {
        "the other side does not speak TLS".to_owned()
    } else {
        all
    }
}

fn configuration(settings: &TlsSettings) -> Result<Arc<ClientConfig>, NoAnswer> {
    static COMMON: OnceLock<Result<Arc<ClientConfig>, String>> = OnceLock::new();
    let config = if settings.ca.is_none() && settings.client.is_none() {
        COMMON.get_or_init(|| make(settings)).clone()
    } else {
        make(settings)
    };
    config.map_err(NoAnswer::Tls)
}

fn make(settings: &TlsSettings) -> Result<Arc<ClientConfig>, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|e| e.to_string())?
        .with_root_certificates(roots(settings.ca.as_deref())?);
    let config = match &settings.client {
        None => config.with_no_client_auth(),
        Some(client) => {
            let key = PrivateKeyDer::from_pem_slice(client.key.reveal().as_bytes());
            let key = key.map_err(|e| format!("our own key: {e}"))?;
            let chain = certificates(&client.chain).map_err(|e| format!("our own certificate: {e}"))?;
            config.with_client_auth_cert(chain, key).map_err(|e| format!("our own certificate: {e}"))?
        }
    };
    Ok(Arc::new(config))
}

fn roots(ca: Option<&str>) -> Result<RootCertStore, String> {
    let Some(ca) = ca else {
        return Ok(RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() });
    };
    let mut roots = RootCertStore::empty();
    for certificate in certificates(ca).map_err(|e| format!("our own authority: {e}"))? {
        roots.add(certificate).map_err(|e| format!("our own authority: {e}"))?;
    }
    Ok(roots)
}

fn certificates(pem: &str) -> Result<Vec<CertificateDer<'static>>, rustls::pki_types::pem::Error> {
    CertificateDer::pem_slice_iter(pem.as_bytes()).collect()
}
