use std::ptr::addr_of_mut;

// 512 bytes that stay in L1.
static mut NEAR: [u64; 64] = [0; 64];

// Sixty-four stores, and all of them hit L1. Volatile: each of them is executed.
#[inline(always)]
unsafe fn store_near(value: u64) {
    let near = addr_of_mut!(NEAR).cast::<u64>();
    macro_rules! eight {
        ($($at:literal)*) => {
            $(
                near.add($at).write_volatile(value);
                near.add($at + 1).write_volatile(value);
                near.add($at + 2).write_volatile(value);
                near.add($at + 3).write_volatile(value);
                near.add($at + 4).write_volatile(value);
                near.add($at + 5).write_volatile(value);
                near.add($at + 6).write_volatile(value);
                near.add($at + 7).write_volatile(value);
            )*
        };
    }
    eight!(0 8 16 24 32 40 48 56);
}

unsafe fn sum_near() -> u64 {
    let near = addr_of_mut!(NEAR).cast::<u64>();
    (0..64).fold(0, |sum: u64, i| sum.wrapping_mul(31).wrapping_add(near.add(i).read_volatile()))
}

// Sixty-four stores to L1.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    unsafe {
        for i in 0..iterations {
            store_near(i);
        }
        sum_near()
    }
}
