#[cfg(endless)]
const TURNS: u64 = u64::MAX;
#[cfg(not(endless))]
const TURNS: u64 = 1000;

const STEP: u64 = {
    let mut turn = 0;
    while turn < TURNS {
        turn += 1;
    }
    turn
};

#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut x = 1u64;
    for i in 0..iterations {
        x = x.wrapping_mul(STEP | 1) ^ i;
    }
    x
}
