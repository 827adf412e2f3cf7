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

// Two fields written one after the other, then read with one load, as a compiler copies a small struct.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut sum = unsafe { SENT };
    for i in 0..iterations {
        store!(PACKET.words[0], (i as u32) << 8 | (sum & 0xff));
        store!(PACKET.words[1], i as u32);
        sum = sum.wrapping_add(load!(PACKET.both) as u32);
    }
    unsafe { SENT = sum };
    u64::from(sum)
}
