use std::arch::asm;

static mut PLACE: u64 = 0;
static mut STEP: u64 = 1;
static mut TOTAL: u64 = 0;

// The step is odd, and not known to the compiler.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe { STEP = (seed & 6) | 1 }
}

// Each turn loads the number, adds to it and stores it, by one pointer in a register. The loop lies in one line of code.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut sum, step) = unsafe { (TOTAL, STEP) };
    let first = &raw mut PLACE;
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!(
            ".p2align 6", "2:", "mov {sum}, [{first}]", "add {sum}, {step}", "mov [{first}], {sum}", "sub {left}, 1", "jne 2b",
            left = inout(reg) iterations => _, sum = inout(reg) sum, step = in(reg) step, first = in(reg) first, options(nostack)
        )
    };
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!(
            ".p2align 6", "2:", "ldr {sum}, [{first}]", "add {sum}, {sum}, {step}", "str {sum}, [{first}]", "subs {left}, {left}, #1", "b.ne 2b",
            left = inout(reg) iterations => _, sum = inout(reg) sum, step = in(reg) step, first = in(reg) first, options(nostack)
        )
    };
    unsafe {
        TOTAL = sum;
        sum.wrapping_add(PLACE)
    }
}
