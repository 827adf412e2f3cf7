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

// Sixty-four loads, and all of them hit L1. Nothing needs their values; volatile, each is executed.
#[inline(always)]
unsafe fn load_near() {
    let near = addr_of_mut!(NEAR).cast::<u64>();
    macro_rules! four {
        ($($at:literal)*) => {
            $(
                near.add($at).read_volatile();
                near.add($at + 1).read_volatile();
                near.add($at + 2).read_volatile();
                near.add($at + 3).read_volatile();
            )*
        };
    }
    four!(0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60);
}

// The next number of a generator: its upper 19 bits choose a line at random.
#[inline(always)]
fn draw(x: u64) -> u64 {
    x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407)
}

// One store that misses, then sixty-four loads from L1.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    unsafe {
        let (lines, mut x) = (FAR, DRAWN);
        for i in 0..iterations {
            x = draw(x);
            addr_of_mut!((*lines.add((x >> 45) as usize)).value).write_volatile(i);
            load_near();
        }
        DRAWN = x;
        x
    }
}
