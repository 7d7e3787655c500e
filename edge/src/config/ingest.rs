//! Reads `[[ingest]]`: who may push to this page, what each is called on it, and its key.
//!
//! Not what comes from them: `crate::push` reads and keeps that.

use super::check::{self, Ids};
use super::fault::Fault;
use super::push::{self, PushFault};
use super::reader::{Reader, Table};
use super::secret::Secret;

/// More would each cost a signature over a whole body before it is known whose it is.
const MOST: usize = 8;

/// A Headcount elsewhere that may push to this page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IngestSource {
    /// `[a-z0-9-]{1,32}`, unique on the page: under this it is kept.
    pub id: String,
    /// What the page calls it; public.
    pub name: String,
    /// Its key, which is unlike those of the others.
    pub key: Secret,
}

/// Reads all of them.
pub(super) fn read(reader: &Reader<'_>, tables: Vec<Table<'_>>) -> Vec<IngestSource> {
    if let (count, Some(last)) = (tables.len(), tables.last())
        && count > MOST
    {
        last.fault(Fault::Push(PushFault::TooManySources { count, most: MOST }));
    }
    let (mut ids, mut keys) = (Ids::default(), Ids::default());
    tables.into_iter().filter_map(|table| source(reader, table, &mut ids, &mut keys)).collect()
}

fn source(reader: &Reader<'_>, mut table: Table<'_>, ids: &mut Ids, keys: &mut Ids) -> Option<IngestSource> {
    let id = check::id(reader, &mut table, ids, "id = \"inside\"");
    let name = table.text("name").map(|t| t.value);
    let key = push::key(reader, &mut table, keys);
    table.finish();
    let id = id?;
    Some(IngestSource { name: name.unwrap_or_else(|| id.clone()), id, key: key? })
}
