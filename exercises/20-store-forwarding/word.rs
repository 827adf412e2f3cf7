#[repr(C)]
union Packet {
    bytes: [u8; 4],
    word: u32,
}

static mut PACKET: Packet = Packet { bytes: [0; 4] };
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

// A packet is the running sum of all packets before it (8 bits) and a sequence number (24 bits).
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut sum = unsafe { SENT };
    for i in 0..iterations {
        store!(PACKET.word, (i as u32) << 8 | (sum & 0xff));
        sum = sum.wrapping_add(load!(PACKET.word));
    }
    unsafe { SENT = sum };
    u64::from(sum)
}
