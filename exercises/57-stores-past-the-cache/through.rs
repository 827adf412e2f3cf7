use cyclelab::parameter;

static mut MEMORY: Vec<u64> = Vec::new();
static mut AT: usize = 0;

// Writes each page once, so that no page is new to the loop.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe { MEMORY = vec![seed | 1; parameter("bytes", 16384) as usize / 8] };
}

// Eight ordinary stores. Volatile: each is executed, and no call of memset stands for them.
#[inline(always)]
unsafe fn through(to: *mut u64, value: u64) {
    for i in 0..8 {
        to.add(i).write_volatile(value);
    }
}

// One line of ordinary stores a turn, from the start to the end and again.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    #[allow(static_mut_refs)]
    let memory = unsafe { MEMORY.as_mut_slice() };
    let (start, lines) = (memory.as_mut_ptr(), memory.len() / 8);
    let mut line = unsafe { AT };
    for i in 0..iterations {
        unsafe { through(start.add(8 * line), i) };
        line = if line + 1 == lines { 0 } else { line + 1 };
    }
    unsafe { AT = line };
    line as u64
}
