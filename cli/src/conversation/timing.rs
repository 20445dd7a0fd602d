//! When the bytes of both streams came.

use super::Dir;
use crate::error::Error;
use serde_json::Value;

/// The chunks in which two streams came, in the order in which they did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// For each direction: the end of each chunk in its stream, the chunk's place in the order, and its time.
    chunks: [Vec<(usize, usize, u64)>; 2],
}

impl Timing {
    /// Reads `{"chunks": [[0 for C2S or 1 for S2C, offset, length, microseconds], ..]}`; other keys do not matter.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(json: &[u8]) -> Result<Self, Error> {
        let bad = |what: &str| Error::input(format_args!("bad timing: {what}"));
        let json: Value = serde_json::from_slice(json).map_err(|error| bad(&error.to_string()))?;
        let chunks = json.get("chunks").and_then(Value::as_array).ok_or_else(|| bad("there is no array \"chunks\""))?;
        let mut timing = Timing::default();
        for (place, chunk) in chunks.iter().enumerate() {
            let number = |i: usize| chunk.get(i).and_then(Value::as_u64);
            let (Some(dir), Some(offset), Some(length), Some(time)) = (number(0), number(1), number(2), number(3))
            else {
                return Err(bad(&format!("chunk {place} is no [direction, offset, length, microseconds]")));
            };
            let ends = usize::try_from(dir).ok().and_then(|dir| timing.chunks.get_mut(dir));
            let ends =
                ends.ok_or_else(|| bad(&format!("chunk {place} has direction {dir}, which is neither 0 nor 1")))?;
            let begins = ends.last().map_or(0, |&(end, ..)| end);
            let end = offset.checked_add(length).and_then(|end| usize::try_from(end).ok());
            let end = end.filter(|_| usize::try_from(offset) == Ok(begins));
            let end =
                end.ok_or_else(|| bad(&format!("chunk {place} does not begin at {begins}, where the last one ends")))?;
            ends.push((end, place, time));
        }
        Ok(timing)
    }

    /// The chunk in which the byte before `end` came: its place in the order, and its time in microseconds.
    #[must_use]
    pub fn of(&self, dir: Dir, end: usize) -> (usize, Option<u64>) {
        let [c2s, s2c] = &self.chunks;
        let chunks = if dir == Dir::C2s { c2s } else { s2c };
        let at = chunks.partition_point(|&(chunk_end, ..)| chunk_end < end);
        chunks.get(at).map_or((usize::MAX, None), |&(_, place, time)| (place, Some(time)))
    }
}
