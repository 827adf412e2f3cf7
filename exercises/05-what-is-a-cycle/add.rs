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

// Three additions a turn. Each needs the result of the previous addition, and a turn begins with the result of the
// previous turn.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut a, mut b, mut c) = unsafe { (FIRST, SECOND, THIRD) };
    for _ in 0..iterations {
        a = a.wrapping_add(b);
        c = c.wrapping_add(a);
        b = b.wrapping_add(c);
    }
    b
}
