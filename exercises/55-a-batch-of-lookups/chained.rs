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
static mut DRAWN: u64 = 0;

fn place_of(key: u64) -> usize {
    (key.wrapping_mul(0x9e3779b97f4a7c15) >> 43) as usize
}

// The keys are 0 to COUNT - 1, in rows at random places: the numbers are multiplied by an odd number.
#[no_mangle]
#[allow(static_mut_refs)]
pub extern "C" fn setup(seed: u64) {
    unsafe {
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

// The next key is known when the value of this lookup is: no two lookups are under way at once.
#[no_mangle]
#[allow(static_mut_refs)]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (rows, first, mut state) = unsafe { (ROWS.as_ptr(), FIRST.as_ptr(), DRAWN) };
    let mut sum = 0u64;
    for _ in 0..iterations {
        let key = draw(&mut state);
        let row = unsafe { rows.add(*first.add(place_of(key)) as usize - 1) };
        sum = sum.wrapping_add(unsafe { find(row, key) });
        state = state.wrapping_add(sum & 1);
    }
    unsafe { DRAWN = state };
    sum
}
