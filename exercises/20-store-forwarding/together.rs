// Each packet has its own cache line.
#[repr(C, align(64))]
union Packet {
    bytes: [u8; 64],
    word: u32,
}

static mut FIRST: Packet = Packet { bytes: [0; 64] };
static mut SECOND: Packet = Packet { bytes: [0; 64] };
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

// As in `apart`, but two packets are written before the first of them is read.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut sum, mut read) = unsafe { (SENT, SEEN) };
    let mut i = 0;
    while i + 2 <= iterations {
        store!(FIRST.bytes[0], sum as u8);
        store!(FIRST.bytes[1], i as u8);
        store!(FIRST.bytes[2], (i >> 8) as u8);
        store!(FIRST.bytes[3], (i >> 16) as u8);
        sum = sum.wrapping_add((i as u32) << 8 | (sum & 0xff));
        store!(SECOND.bytes[0], sum as u8);
        store!(SECOND.bytes[1], (i + 1) as u8);
        store!(SECOND.bytes[2], ((i + 1) >> 8) as u8);
        store!(SECOND.bytes[3], ((i + 1) >> 16) as u8);
        sum = sum.wrapping_add(((i + 1) as u32) << 8 | (sum & 0xff));
        read = read.wrapping_add(load!(FIRST.word));
        read = read.wrapping_add(load!(SECOND.word));
        i += 2;
    }
    while i < iterations {
        sum = sum.wrapping_add((i as u32) << 8 | (sum & 0xff));
        i += 1;
    }
    unsafe {
        SENT = sum;
        SEEN = read;
    }
    u64::from(sum)
}
