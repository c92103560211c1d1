//! Places for connections: a bounded number of all, and of each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::guard::network;

/// Maximum number of open connections.
const MAX_CONNECTIONS: usize = 4096;

/// Places for connections.
pub struct Places {
    all: Arc<Semaphore>,
    /// Maximum number of connections of an address; 0: no limit.
    max_of_address: usize,
    /// Open connections of each address.
    counts: Mutex<HashMap<IpAddr, usize>>,
}

/// Place of a connection, free again when it is dropped.
pub struct Place {
    places: Arc<Places>,
    address: IpAddr,
    _of_all: OwnedSemaphorePermit,
}

impl Places {
    /// Places, all free, of which an address may have so many; 0: no limit.
    pub fn new(max_of_address: usize) -> Arc<Places> {
        let all = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        Arc::new(Places { all, max_of_address, counts: Mutex::default() })
    }

    /// Waits until one of all places is free.
    pub async fn free(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.all).acquire_owned().await.expect("the semaphore is never closed")
    }

    /// Gives a free place to a client; `None` if its address has too many.
    pub fn take(self: &Arc<Places>, free: OwnedSemaphorePermit, client: IpAddr) -> Option<Place> {
        let address = network(client);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&address).copied().unwrap_or(0);
        if self.max_of_address > 0 && count >= self.max_of_address {
            return None;
        }
        counts.insert(address, count + 1);
        Some(Place { places: Arc::clone(self), address, _of_all: free })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.places.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_address_leaves_places_to_others() {
        let [one, neighbour, other] =
            ["2001:db8::1", "2001:db8::2", "10.0.0.1"].map(|address| address.parse().expect("an address"));
        let places = Places::new(2);
        let taken = [one, neighbour, other].map(async |address| places.take(places.free().await, address));
        let taken = futures_util::future::join_all(taken).await;
        assert!(taken.iter().all(Option::is_some));
        assert!(places.take(places.free().await, one).is_none(), "two of one network");
        assert_eq!(places.all.available_permits(), MAX_CONNECTIONS - 3);
        drop(taken);
        assert!(places.take(places.free().await, one).is_some());
        assert_eq!(places.all.available_permits(), MAX_CONNECTIONS);
        assert!(places.counts.lock().expect("no panic").is_empty());
    }

    #[tokio::test]
    async fn without_a_limit_an_address_has_many_places() {
        let (places, proxy) = (Places::new(0), "127.0.0.1".parse().expect("an address"));
        let mut taken = Vec::new();
        for _ in 0..1000 {
            taken.push(places.take(places.free().await, proxy).expect("a place"));
        }
    }
}
