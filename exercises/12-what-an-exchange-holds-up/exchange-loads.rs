use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

static WORD: AtomicU64 = AtomicU64::new(0);
// A ring of one: the address of itself.
static mut RING: usize = 0;

#[no_mangle]
pub extern "C" fn setup(_seed: u64) {
    unsafe { RING = &raw const RING as usize }
}

// An exchange, and three loads in a chain that need nothing from it.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let start = unsafe { RING } as *const usize;
    let mut at = start;
    for i in 0..iterations {
        WORD.swap(i, SeqCst);
        at = unsafe { at.read_volatile() } as *const usize;
        at = unsafe { at.read_volatile() } as *const usize;
        at = unsafe { at.read_volatile() } as *const usize;
    }
    u64::from(at == start)
}
