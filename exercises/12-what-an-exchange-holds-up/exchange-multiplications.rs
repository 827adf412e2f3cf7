use std::arch::asm;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

static WORD: AtomicU64 = AtomicU64::new(0);
static mut PRODUCT: u64 = 1;

// The compiler must not multiply by a power of the factor instead.
macro_rules! multiply {
    ($at:ident) => {
        $at = $at.wrapping_mul(0x5851f42d4c957f2d);
        unsafe { asm!("/* {} */", inout(reg) $at, options(nomem, nostack, preserves_flags)) };
    };
}

// An exchange, and four multiplications that need nothing from it. Is the time the sum or the longer of both?
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut at = unsafe { PRODUCT };
    for i in 0..iterations {
        WORD.swap(i, SeqCst);
        multiply!(at);
        multiply!(at);
        multiply!(at);
        multiply!(at);
    }
    unsafe { PRODUCT = at };
    at
}
