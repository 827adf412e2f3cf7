use std::ptr::{addr_of, null};

const COUNT: usize = 256;

#[derive(Clone, Copy)]
#[repr(C)]
struct Record {
    _payload: [u64; 6],
    next: *const Record,
}

static mut RECORDS: [Record; COUNT] = [Record { _payload: [0; 6], next: null() }; COUNT];

// Each record holds the address of the next one, so no step computes an address.
#[no_mangle]
pub extern "C" fn setup(_seed: u64) {
    for i in 0..COUNT {
        unsafe { RECORDS[i].next = addr_of!(RECORDS[(i + 37) % COUNT]) };
    }
}

#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    unsafe {
        let first = addr_of!(RECORDS[0]);
        let mut at = first;
        for _ in 0..iterations {
            at = (*at).next;
        }
        at.offset_from(first) as u64
    }
}
