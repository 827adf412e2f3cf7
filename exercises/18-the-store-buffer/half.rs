use std::ptr::addr_of_mut;

static mut VARIABLE: u64 = 0;

// Each turn stores eight bytes and loads the upper four of them. The lower four are the number of the turn.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let whole = addr_of_mut!(VARIABLE);
    let halves = whole.cast::<u32>();
    let mut x = 0u64;
    for i in 0..iterations {
        unsafe {
            whole.write_volatile(x << 32 | (i & 0xffffffff));
            x = halves.add(1).read_volatile() as u64 + 1;
        }
    }
    x
}
