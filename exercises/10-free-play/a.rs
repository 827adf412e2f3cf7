// Each turn needs the previous result: an addition, then a shift, then an exclusive or.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut x = 1u64;
    for i in 0..iterations {
        x = x.wrapping_add(i);
        x ^= x >> 7;
    }
    x
}
