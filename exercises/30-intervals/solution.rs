use cyclelab::meter;
use std::hint::black_box;
use std::time::Instant;

// Samples of an experiment, and the square root of their number.
const SAMPLES: usize = 100;
const ROOT: usize = 10;

// The second program does so many steps more, one in ten.
const MORE: u64 = 64;
static mut DRAWN: u64 = 1;

#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe { DRAWN = seed | 1 };
}

fn draw() -> u64 {
    unsafe {
        DRAWN = DRAWN.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        DRAWN >> 32
    }
}

// Steps of a call with this input: 100 to 1123, as the input has it. One call in sixteen takes 400 more.
fn steps_of(input: u64) -> u64 {
    100 + input % 1024 + (input >> 10) % 16 / 15 * 400
}

// A step needs the previous step, and no compiler may join them.
#[inline(always)]
fn step(mut x: u64) -> u64 {
    x = x.wrapping_mul(5).wrapping_add(1);
    unsafe { std::arch::asm!("/* {0} */", inout(reg) x, options(nostack, preserves_flags)) };
    x
}

// One sample, ns.
fn took(steps: u64) -> i64 {
    let begun = Instant::now();
    let x = (0..steps).fold(steps, |x, _| step(x));
    black_box(x);
    begun.elapsed().as_nanos() as i64
}

// An iteration is an experiment: so many pairs of samples, the median of their differences, and its interval of 95 %.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    // How many samples lie below the interval, and as many above: n / 2 - 0.98 times the root of n.
    let below = SAMPLES / 2 - (98 * ROOT + 99) / 100;
    let (mut medians, mut widths, mut seen) = (0, 0, 0);
    for _ in 0..iterations {
        let mut values = [0i64; SAMPLES];
        for value in &mut values {
            // The same input for both: what it costs is in both samples, and not in their difference.
            let steps = steps_of(draw());
            let before = took(steps);
            *value = took(steps + MORE) - before;
        }
        values.sort_unstable();
        medians += values[SAMPLES / 2];
        // The clock counts whole nanoseconds, and both ends belong to the interval.
        widths += values[SAMPLES - 1 - below] - values[below] + 1;
        // The experiment has seen a difference if its interval does not contain zero.
        seen += (values[below] > 0 || values[SAMPLES - 1 - below] < 0) as u64;
    }
    meter("median", medians.max(0) as u64);
    meter("width", widths as u64);
    meter("seen", seen);
    iterations
}
