use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

// In a line of its own.
#[repr(align(128))]
struct Line(AtomicU64);

// Whose turn it is. Nobody but this core ever wants it.
static TURN: Line = Line(AtomicU64::new(0));

#[inline(always)]
fn hand_over(from: u64, to: u64) {
    while TURN.0.compare_exchange(from, to, SeqCst, SeqCst).is_err() {}
}

// A turn: this core hands over to itself and back.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for _ in 0..iterations {
        hand_over(0, 1);
        hand_over(1, 0);
    }
    iterations
}
