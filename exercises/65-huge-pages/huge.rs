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

static mut HERE: *mut Line = std::ptr::null_mut();

// Memory that can be read and written (3), private and of no file (0x22). A huge page begins at a multiple of its size.
// MADV_HUGEPAGE (14): pages of 2 MiB, if the system has them free.
fn pages(bytes: usize) -> *mut Line {
    unsafe {
        let start = mmap(std::ptr::null_mut(), bytes + HUGE_PAGE, 3, 0x22, -1, 0);
        assert!(start as isize != -1, "no memory");
        let aligned = start.add(start.align_offset(HUGE_PAGE));
        madvise(aligned, bytes, 14);
        aligned.cast()
    }
}

// Joins all lines into one circle in random order (Sattolo's shuffle), in place: a line's `next` is first its own address.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    let bytes = parameter("size", 1 << 20) as usize;
    let count = bytes / size_of::<Line>();
    let lines = pages(bytes);
    let mut drawn = seed | 1;
    unsafe {
        for i in 0..count {
            (*lines.add(i)).next = lines.add(i);
            (*lines.add(i)).number = i as u64;
        }
        for i in (1..count).rev() {
            drawn = drawn.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let j = ((drawn >> 32) * i as u64 >> 32) as usize;
            let other = (*lines.add(j)).next;
            (*lines.add(j)).next = (*lines.add(i)).next;
            (*lines.add(i)).next = other;
        }
        HERE = lines;
    }
}

// Each load gives the address of the next line.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut sum = 0u64;
    unsafe {
        let mut at = HERE;
        for _ in 0..iterations {
            at = (*at).next;
            sum = sum.wrapping_add((*at).number);
        }
        HERE = at;
    }
    sum
}
