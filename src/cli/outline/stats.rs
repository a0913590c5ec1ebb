//! What `--stats` says.

use std::fmt;
use std::time::Duration;

/// Bytes that models count as one token, about.
const TOKEN: usize = 4;

/// How large outlines were and how long they took.
#[derive(Debug, Default)]
pub(super) struct Stats {
    times: Vec<Duration>,
    listed: usize,
    total: usize,
    bytes: usize,
}

impl Stats {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn took(&mut self, time: Duration) {
        self.times.push(time);
    }

    pub(super) fn is(&mut self, listed: usize, total: usize, bytes: usize) {
        (self.listed, self.total, self.bytes) = (listed, total, bytes);
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tokens = self.bytes.div_ceil(TOKEN);
        write!(f, "{} of {} entries, {} bytes, about {tokens} tokens", self.listed, self.total, self.bytes)?;
        let Some(first) = self.times.first() else { return Ok(()) };
        write!(f, "; first {:.1} ms", first.as_secs_f64() * 1e3)?;
        let mut rest = self.times[1..].to_vec();
        rest.sort_unstable();
        if let Some(median) = rest.get(rest.len() / 2) {
            write!(f, ", then {:.1} ms in the middle of {}", median.as_secs_f64() * 1e3, rest.len())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_told_apart() {
        let mut stats = Stats::new();
        for ms in [20, 2, 3, 4] {
            stats.took(Duration::from_millis(ms));
        }
        stats.is(5, 9, 401);
        assert_eq!(
            stats.to_string(),
            "5 of 9 entries, 401 bytes, about 101 tokens; first 20.0 ms, then 3.0 ms in the middle of 3"
        );
    }
}
