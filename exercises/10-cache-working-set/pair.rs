use cyclelab::parameter;

extern "C" {
    fn mmap(start: *mut u8, bytes: usize, protection: i32, flags: i32, file: i32, offset: i64) -> *mut u8;
    fn madvise(start: *mut u8, bytes: usize, advice: i32) -> i32;
    fn munmap(start: *mut u8, bytes: usize) -> i32;
}

// Ordinary pages of 4 KB, not yet touched: they can be read and written (3), are private and of no file (0x22), and stay
// small (15).
fn pages(bytes: usize) -> *mut u8 {
    let start = unsafe { mmap(std::ptr::null_mut(), bytes, 3, 0x22, -1, 0) };
    assert!(start as isize != -1, "no memory");
    unsafe { madvise(start, bytes, 15) };
    start
}

// One cache line, and at its end where to go next.
#[repr(C)]
struct Line {
    padding: [u8; 56],
    next: *mut Line,
}

static mut LINES: *mut Line = std::ptr::null_mut();
static mut HERE: [*mut Line; 2] = [std::ptr::null_mut(); 2];

// Joins so many lines into one cycle in random order (Sattolo's shuffle: an ordinary one gives several short ones). The
// shuffle works on small indices, so that setting up 512 MB takes less than a second.
unsafe fn cycle(first: *mut Line, count: usize, random: &mut u64) {
    let order = pages(count * 4).cast::<u32>();
    for i in 0..count {
        *order.add(i) = i as u32;
    }
    for i in (1..count).rev() {
        *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let j = ((*random >> 32) * i as u64 >> 32) as usize;
        order.add(i).swap(order.add(j));
    }
    for i in 0..count {
        (*first.add(i)).next = first.add(*order.add(i) as usize);
    }
    munmap(order.cast(), count * 4);
}

// The number of a line.
#[inline(always)]
unsafe fn number(at: *mut Line, lines: *mut Line) -> u64 {
    at.offset_from(lines) as u64
}

#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    let count = parameter("working-set", 4096) as usize / size_of::<Line>();
    let mut random = seed | 1;
    let lines = pages(count * size_of::<Line>()).cast::<Line>();
    unsafe {
        for i in 0..2 {
            let first = lines.add(count / 2 * i);
            cycle(first, count / 2, &mut random);
            HERE[i] = first;
        }
        LINES = lines;
    }
}

// Two alternating chases, each through its half of the lines. A load needs the result of the load two before it.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (lines, [mut a, mut b]) = unsafe { (LINES, HERE) };
    let (mut sum, mut done) = (0u64, 0);
    while done + 2 <= iterations {
        unsafe {
            a = (*a).next;
            b = (*b).next;
            sum = sum.wrapping_add(number(a, lines));
            sum = sum.wrapping_add(number(b, lines));
        }
        done += 2;
    }
    while done < iterations {
        unsafe {
            a = (*a).next;
            sum = sum.wrapping_add(number(a, lines));
        }
        done += 1;
    }
    unsafe { HERE = [a, b] };
    sum
}
