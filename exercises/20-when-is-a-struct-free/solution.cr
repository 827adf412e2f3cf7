# An array of 32 numbers, 256 bytes, in a struct without a constructor.
struct Wrapped
  @inside = uninitialized UInt64[32]

  # Gets the address of a struct that already lies where it will be used.
  @[AlwaysInline]
  def init
    foreign
  end

  # Stands for a call of a C function that gets the address: the compiler has to assume that it reads and writes there.
  @[AlwaysInline]
  def foreign
    asm("" :: "r"(pointerof(@inside)) : "memory" : "volatile")
  end
end

# Declares one and lets C functions fill and use it.
fun kernel(iterations : UInt64) : UInt64
  i = 0_u64
  while i < iterations
    wrapped = uninitialized Wrapped
    wrapped.init
    wrapped.foreign
    i &+= 1
  end
  i
end
