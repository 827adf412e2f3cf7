use std::arch::asm;
use std::mem::MaybeUninit;

// One number, 8 bytes.
struct Wrapped {
    inside: MaybeUninit<u64>,
}

impl Wrapped {
    // Makes one and returns it by value, as Crystal's `new` does.
    fn new() -> Wrapped {
        let mut wrapped = Wrapped {
            inside: MaybeUninit::uninit(),
        };
        wrapped.foreign();
        wrapped
    }

    // Stands for a call of a C function that gets the address: the compiler has to assume that it reads and writes there.
    fn foreign(&mut self) {
        unsafe { asm!("/* {} */", in(reg) &mut self.inside, options(nostack, preserves_flags)) };
    }
}

#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut i = 0;
    while i < iterations {
        let mut wrapped = Wrapped::new();
        wrapped.foreign();
        i += 1;
    }
    i
}
