use std::ptr::addr_of_mut;

static mut VARIABLE: u64 = 0;

// Each turn loads what the previous turn stored, in the same place. Volatile: it is stored and loaded in each turn.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let variable = addr_of_mut!(VARIABLE);
    unsafe {
        for _ in 0..iterations {
            variable.write_volatile(variable.read_volatile().wrapping_add(1));
        }
        variable.read_volatile()
    }
}
