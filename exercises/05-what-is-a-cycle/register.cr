class From
  class_property step = 1_u64
  class_property mask = 1_u64
end

# From outside, so that no compiler knows them.
fun setup(seed : UInt64) : Void
  From.step = seed &* 4 &+ 3
  From.mask = seed &* 0x9e3779b97f4a7c15_u64
end

# An addition, an exclusive or, an addition, all on one value. The number added is in a register.
fun kernel(iterations : UInt64) : UInt64
  x, by, bits = 0_u64, From.step, From.mask
  i = 0_u64
  while i < iterations
    x = ((x &+ by) ^ bits) &+ by
    i &+= 1
  end
  x
end
