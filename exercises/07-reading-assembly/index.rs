const COUNT: usize = 256;
static mut NEXT: [usize; COUNT] = [0; COUNT];

// One circle through all places; 37 and 256 have no common factor.
#[no_mangle]
pub extern "C" fn setup(_seed: u64) {
    for i in 0..COUNT {
        unsafe { NEXT[i] = (i + 37) % COUNT };
    }
}

// Each step loads the number of the next place.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut at = 0;
    for _ in 0..iterations {
        at = unsafe { NEXT[at] };
    }
    at as u64
}
