#[repr(C)]
union Packet {
    words: [u32; 2],
    both: u64,
}

static mut PACKET: Packet = Packet { both: 0 };
static mut SENT: u32 = 0;

// Every store and load below really happens, at this width and in this order.
macro_rules! store {
    ($place:expr, $value:expr) => {
        unsafe { (&raw mut $place).write_volatile($value) }
    };
}
macro_rules! load {
    ($place:expr) => {
        unsafe { (&raw const $place).read_volatile() }
    };
}

// The reverse of `pair`: one wide store, then a load of its upper half. One store holds every byte the load needs.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut sum = unsafe { SENT };
    for i in 0..iterations {
        store!(PACKET.both, (i << 8 | u64::from(sum & 0xff)) << 32);
        sum = sum.wrapping_add(load!(PACKET.words[1]));
    }
    unsafe { SENT = sum };
    u64::from(sum)
}
