# Each turn needs the previous result: an addition, then a shift, then an exclusive or.
fun kernel(iterations : UInt64) : UInt64
  x = 1_u64
  i = 0_u64
  while i < iterations
    x &+= i
    x ^= x >> 7
    i &+= 1
  end
  x
end
