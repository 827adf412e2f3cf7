use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

static WORD: AtomicU64 = AtomicU64::new(0);

// An exchange and nothing else.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for i in 0..iterations {
        WORD.swap(i, SeqCst);
    }
    WORD.load(SeqCst)
}
