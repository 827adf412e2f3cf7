const COUNT: usize = 256;

#[derive(Clone, Copy)]
#[repr(C)]
struct Record {
    _payload: [u64; 2],
    next: usize,
}

static mut RECORDS: [Record; COUNT] = [Record { _payload: [0; 2], next: 0 }; COUNT];

// One circle through all records; 37 and 256 have no common factor.
#[no_mangle]
pub extern "C" fn setup(_seed: u64) {
    for i in 0..COUNT {
        unsafe { RECORDS[i].next = (i + 37) % COUNT };
    }
}

// The same steps. A record has 24 bytes, so the address is 24 times the index away from the first record.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut at = 0;
    for _ in 0..iterations {
        at = unsafe { RECORDS[at].next };
    }
    at as u64
}
