use cyclelab::parameter;

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

static mut DATA: *mut u8 = std::ptr::null_mut();
static mut MASK: u64 = 0;
static mut POSITION: u64 = 0;

// The document's array, in ordinary 4 KB pages on every machine, each page written once.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    let bytes = parameter("working-set", 4096);
    let data = pages(bytes as usize);
    unsafe {
        data.write_bytes(seed as u8, bytes as usize);
        DATA = data;
        MASK = bytes - 1;
    }
}

// The document's loop. It goes on where it stopped, so that a large array is walked from end to end.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (array, wrap, start) = unsafe { (DATA, MASK, POSITION) };
    for i in 0..iterations {
        let at = unsafe { array.add((start.wrapping_add(i).wrapping_mul(64) & wrap) as usize) };
        unsafe { *at = (*at).wrapping_add(1) };
    }
    unsafe { POSITION = start + iterations };
    let last = (start + iterations).wrapping_sub(1).wrapping_mul(64) & wrap;
    unsafe { u64::from(*array.add(last as usize)) }
}
