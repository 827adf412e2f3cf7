use std::arch::asm;

static mut SUM: u64 = 0;
static mut STEP: u64 = 1;

#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe { STEP = seed | 1 }
}

// One addition an iteration, each of the sum before. The empty assembly keeps the compiler from multiplying instead.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut at, by) = unsafe { (SUM, STEP) };
    for _ in 0..iterations {
        at = at.wrapping_add(by);
        unsafe { asm!("/* {} */", inout(reg) at, options(nomem, nostack, preserves_flags)) };
    }
    unsafe { SUM = at };
    at
}
