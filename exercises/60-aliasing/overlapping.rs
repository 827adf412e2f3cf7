const COUNT: usize = 4096;
const ROOM: usize = 16;

static mut NUMBERS: [u32; 2 * COUNT + ROOM] = [0; 2 * COUNT + ROOM];
static mut SOURCE: *const u32 = std::ptr::null();
static mut TARGET: *mut u32 = std::ptr::null_mut();
static mut AT: usize = 0;

// The target begins one number further on.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe {
        let numbers = (&raw mut NUMBERS).cast::<u32>();
        SOURCE = numbers.add(seed as usize % 8);
        TARGET = numbers.add(seed as usize % 8 + 1);
        for i in 0..2 * COUNT + ROOM {
            NUMBERS[i] = (seed + i as u64) as u32;
        }
    }
}

// Each number plus its place, at another place. The compiler does not know how far away.
#[inline]
unsafe fn copy(to: *mut u32, from: *const u32, many: usize) {
    for i in 0..many {
        *to.add(i) = (*from.add(i)).wrapping_add(i as u32);
    }
}

#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut left, mut sum) = (iterations as usize, 0u64);
    unsafe {
        let (from, to, mut at) = (SOURCE, TARGET, AT);
        while left > 0 {
            let some = left.min(COUNT - at);
            copy(to.add(at), from.add(at), some);
            sum = sum.wrapping_mul(31).wrapping_add(u64::from(*to.add(at + some - 1)));
            left -= some;
            at = (at + some) % COUNT;
        }
        AT = at;
    }
    sum
}
