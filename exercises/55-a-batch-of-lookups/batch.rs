use cyclelab::parameter;
use std::arch::asm;

const MOST: usize = 64;
const COUNT: u64 = 1 << 20;
const PLACES: usize = 1 << 21;

// A row of a table, one cache line; 64 MiB in all. A place of the index has the first row of its list: another 8 MiB.
#[repr(C, align(64))]
#[derive(Clone)]
struct Row {
    key: u64,
    value: u64,
    next: *const Row,
}

static mut ROWS: Vec<Row> = Vec::new();
static mut FIRST: Vec<u32> = Vec::new();
static mut BATCH: u64 = 0;
static mut DRAWN: u64 = 0;

fn place_of(key: u64) -> usize {
    (key.wrapping_mul(0x9e3779b97f4a7c15) >> 43) as usize
}

// The keys are 0 to COUNT - 1, in rows at random places: the numbers are multiplied by an odd number.
#[no_mangle]
#[allow(static_mut_refs)]
pub extern "C" fn setup(seed: u64) {
    unsafe {
        BATCH = parameter("batch", 8);
        DRAWN = seed | 1;
        FIRST = vec![0; PLACES];
        ROWS = Vec::with_capacity(COUNT as usize);
        for i in 0..COUNT {
            let key = (i * 0x9e3779b1).wrapping_add(seed) % COUNT;
            let place = place_of(key);
            let next = match FIRST[place] {
                0 => std::ptr::null(),
                row => ROWS.as_ptr().add(row as usize - 1),
            };
            ROWS.push(Row { key, value: key * 31, next });
            FIRST[place] = i as u32 + 1;
        }
    }
}

// The next key: each is in the table.
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    *state >> 44
}

// What the program does with a row: some sixty instructions, so a reorder buffer holds a few lookups only.
#[inline(always)]
fn use_value(mut value: u64) -> u64 {
    for _ in 0..16 {
        value = (value ^ value >> 7).wrapping_add(value << 3);
    }
    value
}

unsafe fn find(mut row: *const Row, key: u64) -> u64 {
    while (*row).key != key {
        row = (*row).next;
    }
    use_value((*row).value)
}

#[cfg(target_arch = "x86_64")]
unsafe fn prefetch<T>(line: *const T) {
    asm!("prefetcht0 [{}]", in(reg) line, options(nostack, readonly));
}
#[cfg(target_arch = "aarch64")]
unsafe fn prefetch<T>(line: *const T) {
    asm!("prfm pldl1keep, [{}]", in(reg) line, options(nostack, readonly));
}

// As many lookups at a time as the sweep says: first their index entries are asked for, then their rows, then they are compared.
#[no_mangle]
#[allow(static_mut_refs)]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (rows, first, batch, mut state) = unsafe { (ROWS.as_ptr(), FIRST.as_ptr(), BATCH, DRAWN) };
    let (mut keys, mut found) = ([0u64; MOST], [rows; MOST]);
    let mut sum = 0u64;
    let mut i = 0;
    while i < iterations {
        let size = MOST.min(batch.min(iterations - i) as usize);
        for key in &mut keys[..size] {
            *key = draw(&mut state);
            unsafe { prefetch(first.add(place_of(*key))) };
        }
        for (row, key) in found.iter_mut().zip(keys).take(size) {
            unsafe {
                *row = rows.add(*first.add(place_of(key)) as usize - 1);
                prefetch(*row);
            }
        }
        for (row, key) in found.iter().zip(keys).take(size) {
            sum = sum.wrapping_add(unsafe { find(*row, key) });
        }
        i += size as u64;
    }
    unsafe { DRAWN = state };
    sum
}
