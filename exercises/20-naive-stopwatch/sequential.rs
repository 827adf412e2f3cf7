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

// An ordinary hash map with chains: a table of places, and entries in the order in which they were put in.
struct Entry {
    key: u32,
    value: u32,
    next: i32,
}

static mut ENTRIES: *mut Entry = std::ptr::null_mut();
static mut PLACES: *mut i32 = std::ptr::null_mut();
static mut MASK: u32 = 0;
static mut AT: u32 = 0;

unsafe fn put(key: u32, value: u32, number: i32) {
    let place = PLACES.add((key & MASK) as usize);
    let next = *place;
    *ENTRIES.add(number as usize) = Entry { key, value, next };
    *place = number;
}

// Keys 0 to n - 1. Each one's value is another key, and following values leads through all of them in one cycle: a linear
// congruential generator of full period (Hull and Dobell).
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    let count = parameter("entries", 1024) as u32;
    let step = seed as u32 | 1;
    unsafe {
        MASK = count - 1;
        ENTRIES = pages(count as usize * size_of::<Entry>()).cast();
        PLACES = pages(count as usize * size_of::<i32>()).cast();
        for i in 0..count {
            *PLACES.add(i as usize) = -1;
        }
        for i in 0..count {
            put(i, i.wrapping_mul(0x9e37_79b1).wrapping_add(step) & MASK, i as i32);
        }
    }
}

// The value of a key; 0 if the key is absent.
#[inline(always)]
unsafe fn get(key: u32) -> u32 {
    let mut i = *PLACES.add((key & MASK) as usize);
    while i >= 0 {
        let entry = &*ENTRIES.add(i as usize);
        if entry.key == key {
            return entry.value;
        }
        i = entry.next;
    }
    0
}

// Key after key, in the order in which they were put in. It goes on where it stopped.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut sum, mut key) = (0u64, unsafe { AT });
    for _ in 0..iterations {
        unsafe {
            sum += u64::from(get(key));
            key = (key + 1) & MASK;
        }
    }
    unsafe { AT = key };
    sum
}
