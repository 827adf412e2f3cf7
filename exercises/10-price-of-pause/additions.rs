use std::arch::asm;

static mut SUM: u64 = 0;
static mut STEP: u64 = 1;

#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    unsafe { STEP = seed | 1 }
}

// A fence lets nothing after it begin before everything before it is done.
#[inline(always)]
fn fence() {
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!("lfence", options(nostack, preserves_flags))
    };
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!("isb", options(nostack, preserves_flags))
    };
}

// The empty assembly has the sum as its operand, so the compiler cannot multiply instead of adding.
macro_rules! add {
    ($at:ident, $by:ident) => {
        $at = $at.wrapping_add($by);
        unsafe { asm!("/* {} */", inout(reg) $at, options(nomem, nostack, preserves_flags)) };
    };
}

macro_rules! five {
    ($at:ident, $by:ident) => {
        add!($at, $by);
        add!($at, $by);
        add!($at, $by);
        add!($at, $by);
        add!($at, $by);
    };
}

macro_rules! twenty_five {
    ($at:ident, $by:ident) => {
        five!($at, $by);
        five!($at, $by);
        five!($at, $by);
        five!($at, $by);
        five!($at, $by);
    };
}

// The fence and the 150 additions of `beside`, without its PAUSE.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut at, by) = unsafe { (SUM, STEP) };
    for _ in 0..iterations {
        fence();
        twenty_five!(at, by);
        twenty_five!(at, by);
        twenty_five!(at, by);
        twenty_five!(at, by);
        twenty_five!(at, by);
        twenty_five!(at, by);
    }
    unsafe { SUM = at };
    at
}
