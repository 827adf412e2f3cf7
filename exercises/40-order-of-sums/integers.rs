const COUNT: usize = 4096;
static mut DATA: [u32; COUNT] = [0; COUNT];
static mut AT: usize = 0;

// Small whole numbers, so that the sum is exact in any order.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    for i in 0..COUNT {
        unsafe { DATA[i] = ((seed + i as u64 * 7) % 16) as u32 };
    }
}

// The sum of whole numbers is the same in any order, and the compiler knows that.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let data = unsafe { &*(&raw const DATA) };
    let (mut from, mut left) = (unsafe { AT }, iterations as usize);
    let mut sum = 0u32;
    while left > 0 {
        let end = COUNT.min(from + left);
        left -= end - from;
        for &one in &data[from..end] {
            sum = sum.wrapping_add(one);
        }
        from = end % COUNT;
    }
    unsafe { AT = from };
    u64::from(sum)
}
