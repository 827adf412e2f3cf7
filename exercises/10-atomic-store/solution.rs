use std::sync::atomic::{AtomicI32, Ordering};

static V: AtomicI32 = AtomicI32::new(0);

// The sum is carried from iteration to iteration in a register. Memory is written every time, and read once.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut sum = V.load(Ordering::Relaxed);
    for _ in 0..iterations {
        sum = sum.wrapping_add(1);
        V.store(sum, Ordering::Release);
    }
    V.load(Ordering::SeqCst) as u64
}
