static mut FIRST: u64 = 1;
static mut SECOND: u64 = 1;
static mut THIRD: u64 = 1;

// From outside, so that no compiler knows them.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe {
        FIRST = seed | 1;
        SECOND = seed * 4 + 3;
        THIRD = seed * 8 + 5;
    }
}

// Four multiplications a turn in place of three, but none has to wait for more than one other.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut a, mut b, mut c) = unsafe { (FIRST, SECOND, THIRD) };
    for _ in 0..iterations {
        let (product, other) = (a.wrapping_mul(b), b.wrapping_mul(c));
        a = product;
        b = product.wrapping_mul(other);
        c = c.wrapping_mul(product);
    }
    b
}
