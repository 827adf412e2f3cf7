use std::hint::black_box;

const COUNT: usize = 4096;
const ROOM: usize = 16;

struct Buffer {
    bytes: *mut u8,
    used: usize,
}

static mut NUMBERS: [u32; COUNT] = [0; COUNT];
static mut PLACES: [u8; COUNT] = [0; COUNT];
static mut BUFFERS: [Buffer; ROOM] = [const { Buffer { bytes: std::ptr::null_mut(), used: 0 } }; ROOM];
static mut OUT: *mut Buffer = std::ptr::null_mut();

// Which buffer is used, and where its bytes lie, is not known before the run.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe {
        for i in 0..COUNT {
            NUMBERS[i] = (seed + i as u64 * 7) as u32;
        }
        OUT = black_box(&raw mut BUFFERS[seed as usize % ROOM]);
        (*OUT).bytes = black_box((&raw mut PLACES).cast());
    }
}

// Place and length are in variables of this function, which no store of a byte can change.
#[inline(never)]
unsafe fn append(to: *mut Buffer, from: *const u32, many: usize) {
    let place = (*to).bytes.add((*to).used);
    for i in 0..many {
        *place.add(i) = *from.add(i) as u8;
    }
    (*to).used += many;
}

#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut left, mut sum) = (iterations as usize, 0u64);
    let numbers = (&raw const NUMBERS).cast::<u32>();
    unsafe {
        let out = OUT;
        while left > 0 {
            let some = left.min(COUNT - (*out).used);
            append(out, numbers.add((*out).used), some);
            left -= some;
            sum = sum.wrapping_mul(31).wrapping_add(u64::from(*(*out).bytes.add((*out).used - 1)));
            (*out).used %= COUNT;
        }
    }
    sum
}
