trait Deep {
    fn depth(&self, left: u64) -> u64;
}

impl Deep for u64 {
    fn depth(&self, _: u64) -> u64 {
        *self
    }
}

struct Nested<T>(T);

#[cfg(deep)]
fn nest<T: Deep>(inside: T, left: u64) -> u64 {
    if left == 0 { inside.depth(0) } else { nest(Nested(inside), left - 1) }
}

#[cfg(not(deep))]
fn nest<T: Deep>(inside: T, left: u64) -> u64 {
    Nested(inside).depth(left)
}

impl<T: Deep> Deep for Nested<T> {
    fn depth(&self, left: u64) -> u64 {
        self.0.depth(left)
    }
}

#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut x = 1u64;
    for i in 0..iterations {
        x = x.wrapping_mul(nest(x, 3) | 1) ^ i;
    }
    x
}
