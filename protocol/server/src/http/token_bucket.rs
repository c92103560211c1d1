//! Token bucket: limits how often something may be done.

use std::time::Instant;

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

#[cfg(test)]
mod tests {
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
}
