use std::arch::asm;

// A pointer, 8 bytes, which is itself what the C functions want.
struct Wrapped {
    inside: *mut u8,
}

impl Wrapped {
    // Makes one and returns it by value, as Crystal's `new` does.
    fn new(pointer: *mut u8) -> Wrapped {
        let wrapped = Wrapped { inside: pointer };
        wrapped.foreign();
        wrapped
    }

    // Stands for a call of a C function that gets the pointer: the compiler has to assume that it reads and writes there.
    fn foreign(&self) {
        unsafe { asm!("/* {} */", in(reg) self.inside, options(nostack, preserves_flags)) };
    }
}

#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut i = 0;
    while i < iterations {
        let wrapped = Wrapped::new(i as *mut u8);
        wrapped.foreign();
        i += 1;
    }
    i
}
