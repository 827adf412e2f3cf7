//! An empty static library: rustc puts into it everything that a learner's object may call, which is our crate, Rust's
//! standard library, and the functions by which that finds its allocator.
extern crate cyclelab;
