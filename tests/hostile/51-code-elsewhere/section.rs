#[cfg(interpreter)]
#[link_section = ".interp"]
static INTERPRETER: [u8; 14] = *b"/usr/bin/true\0";

#[cfg_attr(elsewhere, link_section = "elsewhere")]
#[cfg_attr(harness, link_section = "cyclelab_text")]
#[inline(never)]
fn work(iterations: u64) -> u64 {
    let mut x = 1u64;
    for i in 0..iterations {
        x = x.wrapping_add(i);
        x ^= x >> 7;
    }
    x
}

#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    #[cfg(interpreter)]
    core::hint::black_box(&INTERPRETER);
    work(iterations)
}
