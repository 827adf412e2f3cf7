use std::hint::spin_loop;

// The hint of a waiting loop to the core, as the standard library has it: PAUSE, and on arm64 ISB.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for _ in 0..iterations {
        spin_loop();
    }
    iterations
}
