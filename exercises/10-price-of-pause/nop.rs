use std::arch::asm;

// The instruction that does nothing. PAUSE is the same byte with a prefix before it.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for _ in 0..iterations {
        unsafe { asm!("nop", options(nomem, nostack, preserves_flags)) };
    }
    iterations
}
