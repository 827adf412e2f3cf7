use cyclelab::parameter;

extern "C" {
    fn mmap(start: *mut u8, bytes: usize, protection: i32, flags: i32, file: i32, offset: i64) -> *mut u8;
    fn madvise(start: *mut u8, bytes: usize, advice: i32) -> i32;
}

// One cache line.
#[repr(C)]
struct Line {
    next: *mut Line,
    number: u64,
    padding: [u64; 6],
}

const HUGE_PAGE: usize = 2 << 20;

static mut LINES: *mut Line = std::ptr::null_mut();
static mut COUNT: usize = 0;
static mut POSITION: usize = 0;

// Memory that can be read and written (3), private and of no file (0x22). A huge page begins at a multiple of its size.
// MADV_NOHUGEPAGE (15): pages of 4 KiB.
fn pages(bytes: usize) -> *mut Line {
    unsafe {
        let start = mmap(std::ptr::null_mut(), bytes + HUGE_PAGE, 3, 0x22, -1, 0);
        assert!(start as isize != -1, "no memory");
        let aligned = start.add(start.align_offset(HUGE_PAGE));
        madvise(aligned, bytes, 15);
        aligned.cast()
    }
}

#[no_mangle]
pub extern "C" fn setup(_seed: u64) {
    let bytes = parameter("size", 1 << 20) as usize;
    let lines = pages(bytes);
    unsafe {
        COUNT = bytes / size_of::<Line>();
        LINES = lines;
        for i in 0..COUNT {
            (*lines.add(i)).number = i as u64;
        }
    }
}

// One line after another, from the first to the last and again. The size is a power of two.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut sum = 0u64;
    unsafe {
        let (lines, mask, from) = (LINES, COUNT - 1, POSITION);
        for i in 0..iterations as usize {
            sum = sum.wrapping_add((*lines.add((from + i) & mask)).number);
        }
        POSITION = from + iterations as usize;
    }
    sum
}
