#[repr(C)]
union Packet {
    bytes: [u8; 4],
    word: u32,
}

static mut PACKETS: [Packet; 64] = [const { Packet { bytes: [0; 4] } }; 64];
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

// As in `apart`, but each packet is read 63 packets later, when its bytes have reached the cache.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut sum, mut read) = unsafe { (SENT, SEEN) };
    for i in 0..iterations {
        let (at, next) = (i as usize % 64, (i as usize + 1) % 64);
        store!(PACKETS[at].bytes[0], sum as u8);
        store!(PACKETS[at].bytes[1], i as u8);
        store!(PACKETS[at].bytes[2], (i >> 8) as u8);
        store!(PACKETS[at].bytes[3], (i >> 16) as u8);
        read = read.wrapping_add(load!(PACKETS[next].word));
        sum = sum.wrapping_add((i as u32) << 8 | (sum & 0xff));
    }
    unsafe {
        SENT = sum;
        SEEN = read;
    }
    u64::from(sum)
}
