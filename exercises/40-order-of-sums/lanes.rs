const COUNT: usize = 4096;
const LANES: usize = 16;
static mut DATA: [f32; COUNT] = [0.0; COUNT];
static mut AT: usize = 0;

// Small whole numbers, so that the sum is exact in any order.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    for i in 0..COUNT {
        unsafe { DATA[i] = ((seed + i as u64 * 7) % 16) as f32 };
    }
}

// Sixteen sums, each with its own order: every sixteenth element. Vectors have room for all of them.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let data = unsafe { &*(&raw const DATA) };
    let (mut from, mut left) = (unsafe { AT }, iterations as usize);
    let (mut sums, mut sum) = ([0f32; LANES], 0f32);
    while left > 0 {
        let end = COUNT.min(from + left);
        left -= end - from;
        let groups = data[from..end].chunks_exact(LANES);
        for &one in groups.remainder() {
            sum += one;
        }
        for group in groups {
            for lane in 0..LANES {
                sums[lane] += group[lane];
            }
        }
        from = end % COUNT;
    }
    unsafe { AT = from };
    (sum + sums.iter().sum::<f32>()) as u64
}
