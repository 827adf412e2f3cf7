fun kernel(iterations : UInt64) : UInt64
  x = 1_u64
  factor = iterations | 5
  i = 0_u64
  while i < iterations
    x = x &* factor &+ i
    i &+= 1
  end
  x
end
