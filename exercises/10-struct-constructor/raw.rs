use std::arch::asm;
use std::mem::MaybeUninit;

// As large as BLAKE3's state, and used in the same three steps, each in a function the compiler does not see into.
struct Hasher {
    state: [MaybeUninit<u8>; 1912],
}

// The compiler has to assume that what has this address is read and written.
fn seen(hasher: &Hasher) {
    unsafe { asm!("/* {} */", in(reg) hasher, options(nostack, preserves_flags)) };
}

impl Hasher {
    // The struct itself, with nothing in it.
    const EMPTY: Hasher = Hasher {
        state: [const { MaybeUninit::uninit() }; 1912],
    };

    #[inline(never)]
    fn init(&mut self) {
        self.state[..96].fill(MaybeUninit::new(0x5a));
        seen(self);
    }

    #[inline(never)]
    fn update(&mut self, data: u64) {
        unsafe { self.state.as_mut_ptr().add(96).cast::<u64>().write_unaligned(data) };
        seen(self);
    }

    #[inline(never)]
    fn finish(&self) -> u64 {
        let state = self.state.as_ptr();
        unsafe { state.cast::<u64>().read_unaligned() ^ state.add(96).cast::<u64>().read_unaligned() }
    }
}

// The way of C, Go and Rust according to the document: declare a variable, and call a function with its address.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut sum = 0u64;
    for _ in 0..iterations {
        let mut hasher = Hasher::EMPTY;
        hasher.init();
        hasher.update(sum);
        sum = sum.wrapping_add(hasher.finish());
    }
    sum
}
