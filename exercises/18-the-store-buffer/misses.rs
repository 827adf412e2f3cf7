use std::ptr::addr_of_mut;

// One cache line each, 32 MiB in all: more than an L2 has. Stores to it are volatile: each is executed.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Line {
    value: u64,
    padding: [u64; 7],
}

const COUNT: usize = 524288;
static mut FAR: *mut Line = std::ptr::null_mut();
static mut DRAWN: u64 = 1;

// Writes each line once, so that no page is new to the loop.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    let lines: Vec<Line> = (0..COUNT as u64).map(|value| Line { value, padding: [0; 7] }).collect();
    unsafe {
        FAR = lines.leak().as_mut_ptr();
        DRAWN = seed | 1;
    }
}

// The next number of a generator: its upper 19 bits choose a line at random.
#[inline(always)]
fn draw(x: u64) -> u64 {
    x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407)
}

// One store to a line at random, which is in no cache near the core.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    unsafe {
        let (lines, mut x) = (FAR, DRAWN);
        for i in 0..iterations {
            x = draw(x);
            addr_of_mut!((*lines.add((x >> 45) as usize)).value).write_volatile(i);
        }
        DRAWN = x;
        x
    }
}
