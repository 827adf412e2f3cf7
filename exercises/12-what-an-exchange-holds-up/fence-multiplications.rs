use std::arch::asm;

static mut PRODUCT: u64 = 1;

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

// The compiler must not multiply by a power of the factor instead.
macro_rules! multiply {
    ($at:ident) => {
        $at = $at.wrapping_mul(0x5851f42d4c957f2d);
        unsafe { asm!("/* {} */", inout(reg) $at, options(nomem, nostack, preserves_flags)) };
    };
}

macro_rules! four {
    ($at:ident) => {
        multiply!($at);
        multiply!($at);
        multiply!($at);
        multiply!($at);
    };
}

// A full fence, and sixteen multiplications that need nothing from it.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut at = unsafe { PRODUCT };
    for _ in 0..iterations {
        fence();
        four!(at);
        four!(at);
        four!(at);
        four!(at);
    }
    unsafe { PRODUCT = at };
    at
}
