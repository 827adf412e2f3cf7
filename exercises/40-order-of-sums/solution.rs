const COUNT: usize = 4096;
static mut DATA: [f32; COUNT] = [0.0; COUNT];
static mut AT: usize = 0;

// Small whole numbers, so that the sum is exact in any order.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    for i in 0..COUNT {
        unsafe { DATA[i] = ((seed + i as u64 * 7) % 16) as f32 };
    }
}

// Floats that are not negative are in the same order as their bits, read as whole numbers.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let data = unsafe { &*(&raw const DATA) };
    let (mut from, mut left) = (unsafe { AT }, iterations as usize);
    let mut most = 0u32;
    while left > 0 {
        let end = COUNT.min(from + left);
        left -= end - from;
        for &one in &data[from..end] {
            most = most.max(one.to_bits());
        }
        from = end % COUNT;
    }
    unsafe { AT = from };
    f32::from_bits(most) as u64
}
