//! The outline: an accessibility tree in, what an agent needs out.
