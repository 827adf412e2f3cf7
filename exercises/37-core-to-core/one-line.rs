use cyclelab::{cores, stay};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

// In a line of its own.
#[repr(align(128))]
struct Line(AtomicU64);

// The number of the last message. Odd ones are ours, even ones the neighbour's.
static MESSAGE: Line = Line(AtomicU64::new(0));
// Whether there is no other core to answer.
static ALONE: AtomicBool = AtomicBool::new(true);

#[inline(always)]
fn send(word: &AtomicU64, number: u64) {
    word.store(number, Release);
}

#[inline(always)]
fn wait(word: &AtomicU64, number: u64) {
    while word.load(Acquire) != number {}
}

// The other core answers each message with the next number, for as long as the run lasts.
fn neighbour() {
    let mut number = 1;
    loop {
        wait(&MESSAGE.0, number);
        send(&MESSAGE.0, number + 1);
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

// A turn: a message there, and the answer back.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut number = MESSAGE.0.load(Acquire);
    for _ in 0..iterations {
        send(&MESSAGE.0, number + 1);
        if ALONE.load(Relaxed) {
            send(&MESSAGE.0, number + 2);
        }
        wait(&MESSAGE.0, number + 2);
        number += 2;
    }
    number
}
