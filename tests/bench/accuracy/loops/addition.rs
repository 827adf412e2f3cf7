// Additions of floating point numbers in a chain.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut sum, step) = (0f64, (iterations | 1) as f64);
    for _ in 0..iterations {
        sum += step;
    }
    (sum / step) as u64
}
