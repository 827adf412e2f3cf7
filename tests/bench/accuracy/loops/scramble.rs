// Shifts and exclusive ors in a chain.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut x = iterations | 1;
    for i in 0..iterations {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x = x.wrapping_add(i);
    }
    x
}
