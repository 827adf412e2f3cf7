#[repr(C)]
union Packet {
    bytes: [u8; 4],
    word: u32,
}

static mut PACKET: Packet = Packet { bytes: [0; 4] };
static mut SENT: u32 = 0;
static mut SEEN: u32 = 0;

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

// Written and read as in `bytes`, but the sum comes from registers: no iteration waits for the load of another.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut sum, mut read) = unsafe { (SENT, SEEN) };
    for i in 0..iterations {
        store!(PACKET.bytes[0], sum as u8);
        store!(PACKET.bytes[1], i as u8);
        store!(PACKET.bytes[2], (i >> 8) as u8);
        store!(PACKET.bytes[3], (i >> 16) as u8);
        read = read.wrapping_add(load!(PACKET.word));
        sum = sum.wrapping_add((i as u32) << 8 | (sum & 0xff));
    }
    unsafe {
        SENT = sum;
        SEEN = read;
    }
    u64::from(sum)
}
