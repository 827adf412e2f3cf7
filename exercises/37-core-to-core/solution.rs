use cyclelab::{cores, stay};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};

// In a line of its own.
#[repr(align(128))]
struct Line(AtomicU64);

// The number of the last message. Odd ones are ours, even ones the neighbour's.
static MESSAGE: Line = Line(AtomicU64::new(0));
// Whether there is no other core to answer.
static ALONE: AtomicBool = AtomicBool::new(true);

// Waits for a message and answers it with the next number, in one step: the line is taken for writing at once.
#[inline(always)]
fn answer(number: u64) {
    while MESSAGE.0.compare_exchange(number, number + 1, SeqCst, SeqCst).is_err() {}
}

// The other core answers each message with the next number, for as long as the run lasts.
fn neighbour() {
    let mut number = 1;
    loop {
        answer(number);
        number += 2;
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

// A turn: answers the neighbour's last message. The next turn waits for its answer, and so does the end.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut number = MESSAGE.0.load(SeqCst);
    for _ in 0..iterations {
        answer(number);
        if ALONE.load(Relaxed) {
            answer(number + 1);
        }
        number += 2;
    }
    while MESSAGE.0.load(SeqCst) != number {}
    number
}
