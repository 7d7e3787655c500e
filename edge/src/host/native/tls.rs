//! TLS for health endpoints and Redis: rustls with the web's certificate authorities.
//!
//! One configuration for the whole process; every connection is new all the same.

use crate::ports::NoAnswer;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::sync::{Arc, OnceLock};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// Speaks TLS over a connection.
pub async fn wrap(stream: TcpStream, host: &str) -> Result<TlsStream<TcpStream>, NoAnswer> {
    let name = ServerName::try_from(host.to_owned())
        .map_err(|_| NoAnswer::Tls("not a name that TLS can check".into()))?;
    let config = configuration()?;
    TlsConnector::from(config).connect(name, stream).await.map_err(|e| NoAnswer::Tls(e.to_string()))
}

fn configuration() -> Result<Arc<ClientConfig>, NoAnswer> {
    static CONFIG: OnceLock<Result<Arc<ClientConfig>, String>> = OnceLock::new();
    CONFIG.get_or_init(make).clone().map_err(NoAnswer::Tls)
}

fn make() -> Result<Arc<ClientConfig>, String> {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|e| e.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}
