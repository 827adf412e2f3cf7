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

const LINES_IN_PAGE: usize = 64;

// Numbers 0 to count - 1 in random order.
fn shuffled(count: usize, drawn: &mut u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        *drawn = drawn.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        order.swap(i, ((*drawn >> 32) * (i as u64 + 1) >> 32) as usize);
    }
    order
}

// Joins all lines into one circle: the pages in random order, and all lines of a page, in random order, before the next page.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    let bytes = parameter("size", 1 << 20) as usize;
    let lines = pages(bytes);
    let mut drawn = seed | 1;
    let mut path = Vec::new();
    for page in shuffled(bytes / size_of::<Line>() / LINES_IN_PAGE, &mut drawn) {
        for line in shuffled(LINES_IN_PAGE, &mut drawn) {
            path.push(page * LINES_IN_PAGE + line);
        }
    }
    unsafe {
        for (i, number) in path.iter().enumerate() {
            (*lines.add(*number)).number = *number as u64;
            (*lines.add(*number)).next = lines.add(path[(i + 1) % path.len()]);
        }
        HERE = lines.add(path[0]);
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
