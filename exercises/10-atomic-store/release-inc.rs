use std::sync::atomic::{AtomicI32, Ordering};

static V: AtomicI32 = AtomicI32::new(0);

// The stored value is computed from the value that the previous iteration stored. The load is an ordinary one, as in the
// document.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for _ in 0..iterations {
        V.store(V.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
    }
    V.load(Ordering::SeqCst) as u64
}
