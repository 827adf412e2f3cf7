# A pointer, 8 bytes, which is itself what the C functions want.
struct Wrapped
  def initialize(@inside : Pointer(UInt8))
    foreign
  end

  # Stands for a call of a C function that gets the pointer: the compiler has to assume that it reads and writes there.
  @[AlwaysInline]
  def foreign
    asm("" :: "r"(@inside) : "memory" : "volatile")
  end
end

# Makes one with its constructor, then lets a C function use it.
fun kernel(iterations : UInt64) : UInt64
  i = 0_u64
  while i < iterations
    wrapped = Wrapped.new(Pointer(UInt8).new(i))
    wrapped.foreign
    i &+= 1
  end
  i
end
