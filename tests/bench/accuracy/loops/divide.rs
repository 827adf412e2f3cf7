// Divisions in a chain, with a counter that is an operand.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut x, divisor) = (1u64, iterations | 3);
    for i in 0..iterations {
        x = (0xfedc_ba98_7654_3210 ^ x) / divisor + i;
    }
    x
}
