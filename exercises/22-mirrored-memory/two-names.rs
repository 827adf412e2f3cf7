use std::arch::asm;

static mut PLACE: u64 = 0;
static mut STEP: u64 = 1;
static mut TOTAL: u64 = 0;

// The step is odd, and not known to the compiler.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe { STEP = (seed & 6) | 1 }
}

// Each turn loads the number by one pointer and stores it by another. Both pointers are equal. The loop lies in one line of code.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut sum, step) = unsafe { (TOTAL, STEP) };
    let first = &raw mut PLACE;
    let second = std::hint::black_box(first);
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!(
            ".p2align 6", "2:", "mov {sum}, [{second}]", "add {sum}, {step}", "mov [{first}], {sum}", "sub {left}, 1", "jne 2b",
            left = inout(reg) iterations => _, sum = inout(reg) sum, step = in(reg) step, first = in(reg) first, second = in(reg) second, options(nostack)
        )
    };
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!(
            ".p2align 6", "2:", "ldr {sum}, [{second}]", "add {sum}, {sum}, {step}", "str {sum}, [{first}]", "subs {left}, {left}, #1", "b.ne 2b",
            left = inout(reg) iterations => _, sum = inout(reg) sum, step = in(reg) step, first = in(reg) first, second = in(reg) second, options(nostack)
        )
    };
    unsafe {
        TOTAL = sum;
        sum.wrapping_add(PLACE)
    }
}
