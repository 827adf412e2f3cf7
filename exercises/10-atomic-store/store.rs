use std::sync::atomic::{AtomicI32, Ordering};

static V: AtomicI32 = AtomicI32::new(0);

// The order most programs ask for, and the only one Go has: sequentially consistent.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for _ in 0..iterations {
        V.store(1, Ordering::SeqCst);
    }
    V.load(Ordering::SeqCst) as u64
}
