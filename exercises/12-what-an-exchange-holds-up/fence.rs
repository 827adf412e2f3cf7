use std::arch::asm;

// Loads and stores behind it wait for those before it.
#[inline(always)]
fn fence() {
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!("mfence", options(nostack, preserves_flags))
    };
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!("dmb ish", options(nostack, preserves_flags))
    };
}

// A full fence and nothing else.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for _ in 0..iterations {
        fence();
    }
    iterations
}
