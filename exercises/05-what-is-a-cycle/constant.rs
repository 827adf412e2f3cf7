static mut MASK: u64 = 1;

// From outside, so that no compiler knows it.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe { MASK = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) }
}

// The same three operations, but what is added is a constant in the instruction itself.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut x, bits) = (0u64, unsafe { MASK });
    for _ in 0..iterations {
        x = (x.wrapping_add(1) ^ bits).wrapping_add(1);
    }
    x
}
