fun kernel(iterations : UInt64) : UInt64
  x = 1_u64
  divisor = iterations | 3
  i = 0_u64
  while i < iterations
    x = (0xfedcba9876543210_u64 ^ x).unsafe_div(divisor) &+ i
    i &+= 1
  end
  x
end
