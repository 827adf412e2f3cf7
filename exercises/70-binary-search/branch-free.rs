use cyclelab::parameter;
use std::alloc::{alloc_zeroed, Layout};
use std::arch::asm;

static mut SORTED: *mut u32 = std::ptr::null_mut();
static mut SIZE: usize = 0;
static mut STATE: u64 = 0;

// The odd numbers in ascending order: one less than `size`, which is a power of two.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    let size = parameter("elements", 1024) as usize;
    unsafe {
        SORTED = alloc_zeroed(Layout::from_size_align(size * 4, 64).unwrap()).cast();
        SIZE = size;
        STATE = seed;
        for i in 0..size - 1 {
            *SORTED.add(i) = 2 * i as u32 + 1;
        }
    }
}

// How many elements are smaller. The comparison, 0 or 1, decides by a mask whether half of the range is added.
#[inline]
unsafe fn search(sorted: *const u32, size: usize, value: u32) -> usize {
    let (mut place, mut half) = (0, size / 2);
    while half > 0 {
        let mut mask = usize::from(*sorted.add(place + half - 1) < value).wrapping_neg();
        asm!("/* {} */", inout(reg) mask);
        place += half & mask;
        half /= 2;
    }
    place
}

// The next value to search for depends on the last place found, so no search begins before the previous one is done.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (elements, size, mut drawn) = unsafe { (SORTED, SIZE, STATE) };
    let mut sum = 0u64;
    for _ in 0..iterations {
        let value = ((drawn >> 32) * 2 * size as u64 >> 32) as u32;
        let place = unsafe { search(elements, size, value) } as u64;
        drawn = drawn.wrapping_add(place).wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        sum = sum.wrapping_add(place);
    }
    unsafe { STATE = drawn };
    sum
}
