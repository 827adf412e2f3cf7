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

// 512 bytes that stay in L1.
static mut NEAR: [u64; 64] = [0; 64];
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

// Sixty-four stores, and all of them hit L1. Volatile: each of them is executed.
#[inline(always)]
unsafe fn store_near(value: u64) {
    let near = addr_of_mut!(NEAR).cast::<u64>();
    macro_rules! eight {
        ($($at:literal)*) => {
            $(
                near.add($at).write_volatile(value);
                near.add($at + 1).write_volatile(value);
                near.add($at + 2).write_volatile(value);
                near.add($at + 3).write_volatile(value);
                near.add($at + 4).write_volatile(value);
                near.add($at + 5).write_volatile(value);
                near.add($at + 6).write_volatile(value);
                near.add($at + 7).write_volatile(value);
            )*
        };
    }
    eight!(0 8 16 24 32 40 48 56);
}

unsafe fn sum_near() -> u64 {
    let near = addr_of_mut!(NEAR).cast::<u64>();
    (0..64).fold(0, |sum: u64, i| sum.wrapping_mul(31).wrapping_add(near.add(i).read_volatile()))
}

// The next number of a generator: its upper 19 bits choose a line at random.
#[inline(always)]
fn draw(x: u64) -> u64 {
    x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407)
}

// The stores of 64 turns that miss, one after another, and then the stores of these turns to L1.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    unsafe {
        let (lines, mut x) = (FAR, DRAWN);
        let mut from = 0;
        while from < iterations {
            let to = iterations.min(from + 64);
            for i in from..to {
                x = draw(x);
                addr_of_mut!((*lines.add((x >> 45) as usize)).value).write_volatile(i);
            }
            for i in from..to {
                store_near(i);
            }
            from = to;
        }
        DRAWN = x;
        x.wrapping_add(sum_near())
    }
}
