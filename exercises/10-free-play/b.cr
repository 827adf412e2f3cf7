# Each turn needs the previous result: an exclusive or, then a multiplication.
fun kernel(iterations : UInt64) : UInt64
  x = 1_u64
  i = 0_u64
  while i < iterations
    x = (x ^ i) &* 6364136223846793005_u64
    i &+= 1
  end
  x
end
