use cyclelab::parameter;

extern "C" {
    fn mmap(start: *mut u8, bytes: usize, protection: i32, flags: i32, file: i32, offset: i64) -> *mut u8;
    fn madvise(start: *mut u8, bytes: usize, advice: i32) -> i32;
}

// Memory that can be read and written (3), private and of no file (0x22), in pages of 4 KiB whatever the system prefers (15).
fn pages(bytes: usize) -> *mut u8 {
    let start = unsafe { mmap(std::ptr::null_mut(), bytes, 3, 0x22, -1, 0) };
    assert!(start as isize != -1, "no memory");
    unsafe { madvise(start, bytes, 15) };
    start
}

// Each line begins where the previous one ends: 64 lines in a page.
const DISTANCE: usize = 64;

// What a hop reads: where to go next, and the number that this line has.
#[repr(C)]
struct Head {
    next: *mut Head,
    number: u64,
}

static mut HERE: *mut Head = std::ptr::null_mut();

// Joins all lines into one circle in random order (Sattolo's shuffle).
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    let count = parameter("lines", 16) as usize;
    let memory = pages(count * DISTANCE);
    let mut order: Vec<usize> = (0..count).collect();
    let mut drawn = seed | 1;
    for i in (1..count).rev() {
        drawn = drawn.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        order.swap(i, ((drawn >> 32) * i as u64 >> 32) as usize);
    }
    let head = |i: usize| unsafe { memory.add(i * DISTANCE).cast::<Head>() };
    for i in 0..count {
        unsafe { head(i).write(Head { next: head(order[i]), number: i as u64 }) };
    }
    unsafe { HERE = head(0) };
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
