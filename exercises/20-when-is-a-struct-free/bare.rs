use std::arch::asm;
use std::mem::MaybeUninit;

// No struct: eight bytes on the stack, and what stands for two calls of C functions that get their address.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut i = 0;
    while i < iterations {
        let mut inside = MaybeUninit::<u64>::uninit();
        unsafe { asm!("/* {} */", in(reg) &mut inside, options(nostack, preserves_flags)) };
        unsafe { asm!("/* {} */", in(reg) &mut inside, options(nostack, preserves_flags)) };
        i += 1;
    }
    i
}
