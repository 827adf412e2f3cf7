const COUNT: usize = 256;
static mut VALUES: [u64; COUNT] = [0; COUNT];

#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    for i in 0..COUNT {
        unsafe { VALUES[i] = seed + i as u64 * 7 };
    }
}

// Load a number, add it to the sum.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut sum = 0u64;
    for i in 0..iterations {
        sum = sum.wrapping_add(unsafe { VALUES[i as usize % COUNT] });
    }
    sum
}
