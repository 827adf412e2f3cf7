use std::hint::black_box;
use std::sync::atomic::{AtomicI32, Ordering};

static V: AtomicI32 = AtomicI32::new(0);

// The same load and the same store as in `release-inc`. Only their address comes from a register: `black_box` hides from the
// compiler where it points.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let at = black_box(&V);
    for _ in 0..iterations {
        at.store(at.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
    }
    V.load(Ordering::SeqCst) as u64
}
