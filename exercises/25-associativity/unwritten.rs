use cyclelab::parameter;
use std::arch::asm;

extern "C" {
    fn mmap(start: *mut u8, bytes: usize, protection: i32, flags: i32, file: i32, offset: i64) -> *mut u8;
    fn madvise(start: *mut u8, bytes: usize, advice: i32) -> i32;
}

// Ordinary pages of 4 KB, not yet touched: they can be read and written (3), are private and of no file (0x22), and stay
// small (15).
fn pages(bytes: usize) -> *mut u8 {
    let start = unsafe { mmap(std::ptr::null_mut(), bytes, 3, 0x22, -1, 0) };
    assert!(start as isize != -1, "no memory");
    unsafe { madvise(start, bytes, 15) };
    start
}

static mut MATRIX: *mut i32 = std::ptr::null_mut();
static mut SIDE: usize = 0;
static mut ROW: usize = 0;

// The document's square of numbers, in ordinary 4 KB pages on every machine. Nobody writes to it.
#[no_mangle]
pub extern "C" fn setup(_seed: u64) {
    let side = parameter("side", 512) as usize;
    let matrix = pages(side * side * 4).cast::<i32>();
    unsafe {
        MATRIX = matrix;
        SIDE = side;
    }
}

// The greatest number of the first column, over and over. It goes on in the row where it stopped.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (a, n, mut i) = unsafe { (MATRIX, SIDE, ROW) };
    let mut left = iterations as usize;
    let mut max = 0;
    while left > 0 {
        let end = if left < n - i { i + left } else { n };
        left -= end - i;
        while i < end {
            max = max.max(unsafe { *a.add(i * n) });
            // Without this empty assembly the compiler gathers several numbers into a vector.
            unsafe { asm!("", options(nomem, nostack, preserves_flags)) };
            i += 1;
        }
        if i == n {
            i = 0;
        }
    }
    unsafe { ROW = i };
    max as u64 + i as u64
}
