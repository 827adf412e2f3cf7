use cyclelab::{cores, stay};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};

// In a line of its own.
#[repr(align(128))]
struct Line(AtomicU64);

// Whose turn it is: 0 ours, 1 the neighbour's.
static TURN: Line = Line(AtomicU64::new(0));
// Whether there is no other core to answer.
static ALONE: AtomicBool = AtomicBool::new(true);

// Hands the turn over as soon as it has it, by compare and swap.
#[inline(always)]
fn hand_over(from: u64, to: u64) {
    while TURN.0.compare_exchange(from, to, SeqCst, SeqCst).is_err() {}
}

// The other core hands the turn back, for as long as the run lasts.
fn neighbour() {
    loop {
        hand_over(1, 0);
    }
}

#[no_mangle]
pub extern "C" fn setup(_seed: u64) {
    // Not while instructions are counted: there is one core, and this one then answers itself.
    if cores() < 2 {
        return;
    }
    std::thread::spawn(|| {
        stay(1);
        neighbour();
    });
    ALONE.store(false, Relaxed);
}

// A turn: hand over to the other core. The next turn of the loop waits until it has handed back.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for _ in 0..iterations {
        hand_over(0, 1);
        if ALONE.load(Relaxed) {
            hand_over(1, 0);
        }
    }
    // The last answer belongs to this call.
    while TURN.0.load(SeqCst) != 0 {}
    iterations
}
