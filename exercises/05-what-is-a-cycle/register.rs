static mut STEP: u64 = 1;
static mut MASK: u64 = 1;

// From outside, so that no compiler knows them.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe {
        STEP = seed * 4 + 3;
        MASK = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

// An addition, an exclusive or, an addition, all on one value. The number added is in a register.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut x, by, bits) = (0u64, unsafe { STEP }, unsafe { MASK });
    for _ in 0..iterations {
        x = (x.wrapping_add(by) ^ bits).wrapping_add(by);
    }
    x
}
