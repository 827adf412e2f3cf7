// A ring of one: the address of itself.
static mut RING: usize = 0;

#[no_mangle]
pub extern "C" fn setup(_seed: u64) {
    unsafe { RING = &raw const RING as usize }
}

// Three loads in a chain, each of the address that the load before has loaded. All hit L1.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let start = unsafe { RING } as *const usize;
    let mut at = start;
    for _ in 0..iterations {
        at = unsafe { at.read_volatile() } as *const usize;
        at = unsafe { at.read_volatile() } as *const usize;
        at = unsafe { at.read_volatile() } as *const usize;
    }
    u64::from(at == start)
}
