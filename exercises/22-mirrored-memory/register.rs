use std::arch::asm;

static mut STEP: u64 = 1;
static mut TOTAL: u64 = 0;

// The step is odd, and not known to the compiler.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe { STEP = (seed & 6) | 1 }
}

// The control. The number stays in a register, and each turn adds to it. The loop lies in one line of code.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut sum, step) = unsafe { (TOTAL, STEP) };
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!(
            ".p2align 6", "2:", "add {sum}, {step}", "sub {left}, 1", "jne 2b",
            left = inout(reg) iterations => _, sum = inout(reg) sum, step = in(reg) step, options(nostack)
        )
    };
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!(
            ".p2align 6", "2:", "add {sum}, {sum}, {step}", "subs {left}, {left}, #1", "b.ne 2b",
            left = inout(reg) iterations => _, sum = inout(reg) sum, step = in(reg) step, options(nostack)
        )
    };
    unsafe {
        TOTAL = sum;
        sum
    }
}
