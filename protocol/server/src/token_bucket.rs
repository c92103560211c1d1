//! Token buckets: they limit how often something may be done, by anybody or by each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Maximum number of addresses whose buckets are kept.
const MAX_ADDRESSES: usize = 20_000;

/// Token bucket. It fills at a rate, and holds a bounded number of tokens.
#[derive(Clone, Debug)]
pub struct TokenBucket {
    /// Tokens in a second.
    rate: f64,
    /// Tokens of a full bucket.
    burst: f64,
    left: f64,
    filled: Instant,
}

impl TokenBucket {
    /// Full bucket of `burst` tokens, which gets `rate` in a second.
    pub fn new(rate: f64, burst: f64, now: Instant) -> TokenBucket {
        TokenBucket { rate, burst, left: burst, filled: now }
    }

    /// Tokens in the bucket.
    fn tokens(&self, now: Instant) -> f64 {
        let since = now.saturating_duration_since(self.filled).as_secs_f64();
        (self.left + self.rate * since).min(self.burst)
    }

    /// True if no token is missing.
    pub fn is_full(&self, now: Instant) -> bool {
        self.tokens(now) >= self.burst
    }

    /// Takes tokens out; `false`, and nothing is taken, if there are too few.
    pub fn take(&mut self, tokens: f64, now: Instant) -> bool {
        self.left = self.tokens(now);
        self.filled = now;
        if self.left < tokens {
            return false;
        }
        self.left -= tokens;
        true
    }
}

/// Token buckets of all addresses, each of its own.
pub struct AddressBuckets {
    /// Tokens of an address in a second; 0: no limit.
    rate: f64,
    /// Tokens of a full bucket.
    burst: f64,
    buckets: Mutex<HashMap<IpAddr, TokenBucket>>,
}

impl AddressBuckets {
    /// Buckets, all full, of `burst` tokens, which get `rate` in a second; without a rate nothing is limited.
    pub fn new(rate: f64, burst: f64) -> AddressBuckets {
        AddressBuckets { rate, burst, buckets: Mutex::default() }
    }

    /// Takes tokens out of the bucket of an address; `false`, and nothing is taken, if there are too few.
    pub fn take(&self, address: IpAddr, tokens: f64) -> bool {
        if self.rate <= 0.0 {
            return true;
        }
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_ADDRESSES && !buckets.contains_key(&address) {
            // A full bucket is that of a new address: drop it.
            buckets.retain(|_, bucket| !bucket.is_full(now));
            if buckets.len() >= MAX_ADDRESSES {
                return false;
            }
        }
        let bucket = buckets.entry(address).or_insert_with(|| TokenBucket::new(self.rate, self.burst, now));
        bucket.take(tokens, now)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_fills_at_its_rate_up_to_its_burst() {
        let began = Instant::now();
        let after = |seconds| began + Duration::from_secs(seconds);
        let mut bucket = TokenBucket::new(2.0, 10.0, began);
        assert!(bucket.is_full(began) && !bucket.take(11.0, began) && bucket.take(10.0, began));
        assert!(!bucket.take(1.0, began) && !bucket.is_full(after(4)));
        assert!(bucket.take(8.0, after(4)) && !bucket.take(1.0, after(4)));
        assert!(bucket.is_full(after(9)) && bucket.is_full(after(1000)));
        assert!(bucket.take(10.0, after(1000)) && !bucket.take(1.0, after(1000)), "it holds no more than its burst");
    }

    #[test]
    fn each_address_has_a_bucket() {
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse().expect("an address"));
        let buckets = AddressBuckets::new(1e-6, 3.0);
        assert_eq!((0..9).filter(|_| buckets.take(one, 1.0)).count(), 3);
        assert!(buckets.take(other, 3.0) && !buckets.take(other, 1.0));
        let unlimited = AddressBuckets::new(0.0, 0.0);
        assert!((0..9).all(|_| unlimited.take(one, 1.0)));
    }

    #[test]
    fn full_buckets_give_way_to_those_of_other_addresses() {
        let address = |number: usize| IpAddr::from(Ipv4Addr::from_bits(number as u32));
        let buckets = AddressBuckets::new(1e-6, 1.0);
        for number in 0..MAX_ADDRESSES {
            // The first one is full again: nothing is taken.
            let tokens = if number == 0 { 0.0 } else { 1.0 };
            assert!(buckets.take(address(number), tokens), "{number}");
        }
        assert!(buckets.take(address(MAX_ADDRESSES), 1.0), "in place of the first one");
        assert!(!buckets.take(address(MAX_ADDRESSES + 1), 1.0), "no bucket is full");
    }
}
