//! What a kernel's file uses of Cyclelab: `use cyclelab::parameter;`. The file defines
//!
//!     #[no_mangle]
//!     pub extern "C" fn kernel(iterations: u64) -> u64    required: does exactly `iterations` iterations, returns a checksum
//!     #[no_mangle]
//!     pub extern "C" fn setup(seed: u64)                  optional: runs once, untimed, before the first call
//!
//! The kernel is called many times, with changing `iterations`. If its data decides its time (a chase through memory), it
//! goes on where it stopped, in a static variable, and setup leaves the memory as a long run would.
#![no_std]

use core::ffi::c_char;

extern "C" {
    fn cyclelab_parameter(name: *const c_char, fallback: u64) -> u64;
    fn cyclelab_meter(id: *const c_char, amount: u64);
    fn cyclelab_cores() -> u32;
    fn cyclelab_stay(core: u32);
}

/// Names of parameters and meters have at most 48 bytes.
const LONGEST: usize = 48;

/// Calls `receive` with the name as C has it: NUL at its end. A longer name is cut, and then names nothing.
fn in_c<T>(name: &str, receive: impl FnOnce(*const c_char) -> T) -> T {
    let mut bytes = [0u8; LONGEST + 2];
    for (to, from) in bytes[..=LONGEST].iter_mut().zip(name.bytes()) {
        *to = from;
    }
    receive(bytes.as_ptr().cast())
}

/// The value of a parameter of this run, e.g. `parameter("working-set", 4096)`; `fallback` if it has none.
#[inline(never)]
pub fn parameter(name: &str, fallback: u64) -> u64 {
    in_c(name, |name| unsafe { cyclelab_parameter(name, fallback) })
}

/// Adds to one of the exercise's meters. Call it once at the end of a call of the kernel, from the thread it was called
/// on, with what all its iterations cost. An id the exercise does not have is ignored.
#[inline(never)]
pub fn meter(id: &str, amount: u64) {
    in_c(id, |id| unsafe { cyclelab_meter(id, amount) })
}

/// How many cores this measurement has: 1, unless the exercise asks for more, and always 1 while instructions are
/// counted. A thread begins on the core of the thread that started it.
#[inline(never)]
pub fn cores() -> u32 {
    unsafe { cyclelab_cores() }
}

/// Keeps the calling thread on one of them: 0 is the measuring core, on which setup and kernel are called.
#[inline(never)]
pub fn stay(core: u32) {
    unsafe { cyclelab_stay(core) }
}
