use std::sync::atomic::{AtomicI32, Ordering};

static V: AtomicI32 = AtomicI32::new(0);

// The stored value is computed, but from the loop's counter: no iteration needs a result of the previous iteration.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for i in 0..iterations {
        V.store((i as i32).wrapping_add(1), Ordering::Release);
    }
    V.load(Ordering::SeqCst) as u64
}
