use cyclelab::parameter;

// Eight bytes for each line: the number of the next one. Eight of them share a cache line, and 512 a page.
static mut NEXT: *const u64 = std::ptr::null();
static mut HERE: u64 = 0;

// The same circle (Sattolo's shuffle), in an array of its own. A line's number is its index.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    let count = parameter("lines", 16) as usize;
    let mut next: Vec<u64> = (0..count as u64).collect();
    let mut drawn = seed | 1;
    for i in (1..count).rev() {
        drawn = drawn.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        next.swap(i, ((drawn >> 32) * i as u64 >> 32) as usize);
    }
    unsafe { NEXT = next.leak().as_ptr() };
}

// The loaded number is both: the next index, and what is added up.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut sum = 0u64;
    unsafe {
        let (from, mut at) = (NEXT, HERE);
        for _ in 0..iterations {
            at = *from.add(at as usize);
            sum = sum.wrapping_add(at);
        }
        HERE = at;
    }
    sum
}
