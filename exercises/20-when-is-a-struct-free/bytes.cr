# An array of 256 bytes, as large as the array of 32 numbers.
struct Wrapped
  def initialize
    @inside = uninitialized UInt8[256]
    foreign
  end

  # Stands for a call of a C function that gets the address: the compiler has to assume that it reads and writes there.
  @[AlwaysInline]
  def foreign
    asm("" :: "r"(pointerof(@inside)) : "memory" : "volatile")
  end
end

# Makes one with its constructor, then lets a C function use it.
fun kernel(iterations : UInt64) : UInt64
  i = 0_u64
  while i < iterations
    wrapped = Wrapped.new
    wrapped.foreign
    i &+= 1
  end
  i
end
