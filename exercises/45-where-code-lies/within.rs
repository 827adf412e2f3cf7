use std::arch::asm;

// Bytes between a multiple of 64 and the loop. They are executed once for each call, and do nothing.
const PADDING: usize = 0;

static mut PLACE: u64 = 0;
static mut SUM: u64 = 0;
static mut OTHER: u64 = 0;

// The loop begins at a multiple of 64, so all of it lies in one line of code.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut sum, mut other) = unsafe { (SUM, OTHER) };
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!(
            ".p2align 6", ".rept {padding}", "nop", ".endr",
            "2:", "add {sum}, {left}", "mov [{place}], {sum}", "add {other}, 3", "sub {left}, 1", "jne 2b",
            padding = const PADDING, left = inout(reg) iterations => _, sum = inout(reg) sum, other = inout(reg) other,
            place = in(reg) &raw mut PLACE, options(nostack)
        )
    };
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!(
            ".p2align 6", ".rept {padding} / 4", "nop", ".endr",
            "2:", "add {sum}, {sum}, {left}", "str {sum}, [{place}]", "add {other}, {other}, #3", "subs {left}, {left}, #1", "b.ne 2b",
            padding = const PADDING, left = inout(reg) iterations => _, sum = inout(reg) sum, other = inout(reg) other,
            place = in(reg) &raw mut PLACE, options(nostack)
        )
    };
    unsafe {
        SUM = sum;
        OTHER = other;
    }
    sum.wrapping_add(other)
}
