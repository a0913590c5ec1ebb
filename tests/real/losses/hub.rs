//! A hub and its nodes.
