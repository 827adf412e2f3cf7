use std::sync::atomic::{AtomicI32, Ordering};

static V: AtomicI32 = AtomicI32::new(0);

// Release order: earlier accesses stay before this store. It does not wait until other cores see the value.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for _ in 0..iterations {
        V.store(1, Ordering::Release);
    }
    V.load(Ordering::SeqCst) as u64
}
