use std::arch::asm;

// Without the empty assembly, which costs nothing, the compiler sees that this loop does nothing, and removes it.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for _ in 0..iterations {
        unsafe { asm!("") };
    }
    iterations
}
