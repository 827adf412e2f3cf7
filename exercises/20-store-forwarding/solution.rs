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

// Byte by byte, as the specification lists it, and then once more whole: the load takes its value from that store.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut sum = unsafe { SENT };
    for i in 0..iterations {
        store!(PACKET.bytes[0], sum as u8);
        store!(PACKET.bytes[1], i as u8);
        store!(PACKET.bytes[2], (i >> 8) as u8);
        store!(PACKET.bytes[3], (i >> 16) as u8);
        store!(PACKET.word, (i as u32) << 8 | (sum & 0xff));
        sum = sum.wrapping_add(load!(PACKET.word));
    }
    unsafe { SENT = sum };
    u64::from(sum)
}
