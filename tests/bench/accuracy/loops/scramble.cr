fun kernel(iterations : UInt64) : UInt64
  x = iterations | 1
  i = 0_u64
  while i < iterations
    x ^= x << 13
    x ^= x >> 7
    x ^= x << 17
    x &+= i
    i &+= 1
  end
  x
end
