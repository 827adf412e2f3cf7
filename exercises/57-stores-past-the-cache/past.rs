use cyclelab::parameter;
use std::arch::asm;

static mut MEMORY: Vec<u64> = Vec::new();
static mut AT: usize = 0;

// Writes each page once, so that no page is new to the loop.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe { MEMORY = vec![seed | 1; parameter("bytes", 16384) as usize / 8] };
}

// Stores that do not ask for the line: on x86-64 eight of eight bytes, on arm64 four of sixteen.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn past(to: *mut u64, value: u64) {
    asm!(
        "movnti [{to} + 0], {value}",
        "movnti [{to} + 8], {value}",
        "movnti [{to} + 16], {value}",
        "movnti [{to} + 24], {value}",
        "movnti [{to} + 32], {value}",
        "movnti [{to} + 40], {value}",
        "movnti [{to} + 48], {value}",
        "movnti [{to} + 56], {value}",
        to = in(reg) to, value = in(reg) value, options(nostack, preserves_flags)
    );
}
#[cfg(target_arch = "aarch64")]
#[inline(always)]
unsafe fn past(to: *mut u64, value: u64) {
    asm!(
        "stnp {value}, {value}, [{to}, #0]",
        "stnp {value}, {value}, [{to}, #16]",
        "stnp {value}, {value}, [{to}, #32]",
        "stnp {value}, {value}, [{to}, #48]",
        to = in(reg) to, value = in(reg) value, options(nostack, preserves_flags)
    );
}

// One line of stores past the caches a turn, from the start to the end and again.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    #[allow(static_mut_refs)]
    let memory = unsafe { MEMORY.as_mut_slice() };
    let (start, lines) = (memory.as_mut_ptr(), memory.len() / 8);
    let mut line = unsafe { AT };
    for i in 0..iterations {
        unsafe { past(start.add(8 * line), i) };
        line = if line + 1 == lines { 0 } else { line + 1 };
    }
    unsafe { AT = line };
    line as u64
}
