//! Where records are kept that outlive a call: one trait, one file a kind of store.
//!
//! A store keeps bytes under a key with a version and an end. Writes are compare-and-set, so that two processes that
//! share a store cannot overwrite each other unseen. It knows nothing of what the bytes mean.

mod memory;

pub use memory::Memory;

use futures::future::BoxFuture;
use std::time::Duration;

/// A kept value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Its version: another after every write.
    pub version: u64,
}

/// What a write expects to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Nothing under this key.
    Absent,
    /// This version.
    Version(u64),
    /// Whatever is there.
    Anything,
}

/// How a write went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Done; the new version.
    Done(u64),
    /// Something else was there; nothing was written.
    Conflict,
}

/// Why a store could not serve. The text is for the log.
#[derive(Clone, Debug)]
pub struct Failed(pub String);

/// A store. Every method may be called at the same time from anywhere.
pub trait Store: Send + Sync + std::fmt::Debug {
    /// Reads a value; `None` if there is none or its end has passed.
    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Kept>, Failed>>;

    /// Writes a value that ends after `ttl`, if the store holds what is expected.
    fn put<'a>(
        &'a self,
        key: &'a str,
        bytes: Vec<u8>,
        expect: Expect,
        ttl: Duration,
    ) -> BoxFuture<'a, Result<Written, Failed>>;

    /// Removes a value. Removing what is not there is fine.
    fn remove<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<(), Failed>>;

    /// The keys that start with `prefix`, in no order.
    fn keys<'a>(&'a self, prefix: &'a str) -> BoxFuture<'a, Result<Vec<String>, Failed>>;

    /// Its kind, for `/info`.
    fn kind(&self) -> &'static str;
}
