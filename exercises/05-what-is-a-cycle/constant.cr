class From
  class_property mask = 1_u64
end

# From outside, so that no compiler knows them.
fun setup(seed : UInt64) : Void
  From.mask = seed &* 0x9e3779b97f4a7c15_u64
end

# The same three operations, but what is added is a constant in the instruction itself.
fun kernel(iterations : UInt64) : UInt64
  x, bits = 0_u64, From.mask
  i = 0_u64
  while i < iterations
    x = ((x &+ 1) ^ bits) &+ 1
    i &+= 1
  end
  x
end
