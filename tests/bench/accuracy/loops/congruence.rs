// A multiplication and an addition in a chain; the counter is an operand, so that it counts upwards.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut x, factor) = (1u64, iterations | 5);
    for i in 0..iterations {
        x = x.wrapping_mul(factor).wrapping_add(i);
    }
    x
}
