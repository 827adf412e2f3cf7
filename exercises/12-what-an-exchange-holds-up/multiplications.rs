use std::arch::asm;

static mut PRODUCT: u64 = 1;

// The compiler must not multiply by a power of the factor instead.
macro_rules! multiply {
    ($at:ident) => {
        $at = $at.wrapping_mul(0x5851f42d4c957f2d);
        unsafe { asm!("/* {} */", inout(reg) $at, options(nomem, nostack, preserves_flags)) };
    };
}

// Four multiplications in a chain, and nothing else. They need no memory.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut at = unsafe { PRODUCT };
    for _ in 0..iterations {
        multiply!(at);
        multiply!(at);
        multiply!(at);
        multiply!(at);
    }
    unsafe { PRODUCT = at };
    at
}
