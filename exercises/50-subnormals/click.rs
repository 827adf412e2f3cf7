const COUNT: usize = 8192;
const DECAY: f32 = 0.9;

static mut INPUT: [f32; COUNT] = [0.0; COUNT];
static mut LEVEL: f32 = 0.0;
static mut AT: usize = 0;

// A click, and silence for the other 8,191 samples.
#[no_mangle]
pub extern "C" fn setup(seed: u64) {
    let height = 0.5 + (seed % 8) as f32 / 64.0;
    for i in 0..COUNT {
        unsafe { INPUT[i] = if i == 0 { height } else { 0.0 } };
    }
}

// A low-pass filter: a part of the last output, and the input. The outputs are added up in steps of 1/32,768.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let (mut output, mut from) = unsafe { (LEVEL, AT) };
    let mut sum = 0i64;
    for _ in 0..iterations {
        output = output * DECAY + unsafe { INPUT[from % COUNT] };
        from += 1;
        sum += i64::from(unsafe { (output * 32768.0).to_int_unchecked::<i32>() });
    }
    unsafe {
        LEVEL = output;
        AT = from;
    }
    sum as u64
}
