use cyclelab::{cores, stay};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

// Our counter and the neighbour's are 128 bytes apart, in different pairs of lines.
#[repr(C, align(256))]
struct Counters {
    ours: AtomicU64,
    padding: [u8; 120],
    theirs: AtomicU64,
}

// Each access is volatile, so that each is executed.
static COUNTERS: Counters = Counters { ours: AtomicU64::new(0), padding: [0; 120], theirs: AtomicU64::new(0) };

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

// Counts on the other core. It touches its own counter and nothing else.
fn neighbour() {
    let theirs = COUNTERS.theirs.as_ptr();
    loop {
        ANSWERED.0.store(CALLED.0.load(Relaxed), Relaxed);
        for _ in 0..64 {
            unsafe { theirs.write_volatile(theirs.read_volatile() + 1) };
        }
    }
}

#[no_mangle]
pub extern "C" fn setup(_seed: u64) {
    // Not while instructions are counted: there is one core, and the kernel alone is counted.
    if cores() < 2 {
        return;
    }
    HAS_NEIGHBOUR.store(true, Relaxed);
    std::thread::spawn(|| {
        stay(1);
        neighbour();
    });
}

// Each turn reads our counter. Nobody ever writes it.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    if HAS_NEIGHBOUR.load(Relaxed) {
        meet();
    }
    let ours = COUNTERS.ours.as_ptr();
    let mut sum = 0;
    for _ in 0..iterations {
        sum += unsafe { ours.read_volatile() } + 1;
    }
    sum
}
