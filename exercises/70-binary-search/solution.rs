use cyclelab::parameter;
use std::alloc::{alloc_zeroed, Layout};
use std::arch::asm;

static mut TREE: *mut u32 = std::ptr::null_mut();
static mut SIZE: usize = 0;
static mut STATE: u64 = 0;

// The odd numbers in the order of a search tree: the root at 1, and the children of `k` at 2 `k` and 2 `k` + 1.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    let size = parameter("elements", 1024) as usize;
    unsafe {
        TREE = alloc_zeroed(Layout::from_size_align(size * 4, 64).unwrap()).cast();
        SIZE = size;
        STATE = seed;
        let mut first = 1;
        while first < size {
            for i in 0..first {
                *TREE.add(first + i) = ((2 * i + 1) * (size / first) - 1) as u32;
            }
            first *= 2;
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
unsafe fn prefetch(line: *const u32) {
    asm!("prefetcht0 [{}]", in(reg) line, options(nostack, readonly));
}
#[cfg(target_arch = "aarch64")]
#[inline]
unsafe fn prefetch(line: *const u32) {
    asm!("prfm pldl1keep, [{}]", in(reg) line, options(nostack, readonly));
}

// The sixteen descendants four levels down share one cache line, which is asked for before they are needed.
#[inline]
unsafe fn search(tree: *const u32, size: usize, value: u32) -> usize {
    let mut k = 1;
    while k < size {
        prefetch(tree.wrapping_add(k * 16));
        k = 2 * k + usize::from(*tree.add(k) < value);
    }
    k - size
}

// The next value to search for depends on the last place found, so no search begins before the previous one is done.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (elements, size, mut drawn) = unsafe { (TREE, SIZE, STATE) };
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
