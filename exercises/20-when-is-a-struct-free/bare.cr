# No struct: eight bytes on the stack, and the two calls of C functions that get their address.
fun kernel(iterations : UInt64) : UInt64
  i = 0_u64
  while i < iterations
    inside = uninitialized UInt64
    asm("" :: "r"(pointerof(inside)) : "memory" : "volatile")
    asm("" :: "r"(pointerof(inside)) : "memory" : "volatile")
    i &+= 1
  end
  i
end
