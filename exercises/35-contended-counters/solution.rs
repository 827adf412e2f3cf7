use cyclelab::{cores, parameter, stay};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

// In a pair of lines of its own.
#[repr(align(128))]
struct Counter(AtomicU64);

// A counter for each thread.
static COUNTERS: [Counter; 2] = [const { Counter(AtomicU64::new(0)) }; 2];

// Only its own thread writes a counter, so a load and a store are enough. Others may read it at any time.
#[inline(always)]
fn count(thread: usize) {
    let own = &COUNTERS[thread].0;
    own.store(own.load(Relaxed) + 1, Relaxed);
}

fn total() -> u64 {
    COUNTERS.iter().map(|one| one.0.load(Relaxed)).sum()
}

// In a pair of lines of its own.
#[repr(align(128))]
struct Call(AtomicU64);

// The call that the kernel began last, and the call that the neighbour has seen.
static CALLED: Call = Call(AtomicU64::new(0));
static ANSWERED: Call = Call(AtomicU64::new(0));
static HAS_NEIGHBOUR: AtomicBool = AtomicBool::new(false);

// Waits until the neighbour answers, which it does only while it runs.
fn meet() {
    let call = CALLED.0.fetch_add(1, Relaxed) + 1;
    while ANSWERED.0.load(Relaxed) != call {}
}

// The other core counts as well, for as long as the run lasts.
fn neighbour() {
    loop {
        ANSWERED.0.store(CALLED.0.load(Relaxed), Relaxed);
        for _ in 0..64 {
            count(1);
        }
    }
}

#[no_mangle]
pub extern "C" fn setup(_seed: u64) {
    // Not while instructions are counted: there is one core, and the kernel alone is counted.
    if parameter("threads", 1) < 2 || cores() < 2 {
        return;
    }
    HAS_NEIGHBOUR.store(true, Relaxed);
    std::thread::spawn(|| {
        stay(1);
        neighbour();
    });
}

// Each turn counts one.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    if HAS_NEIGHBOUR.load(Relaxed) {
        meet();
    }
    for _ in 0..iterations {
        count(0);
    }
    total()
}
