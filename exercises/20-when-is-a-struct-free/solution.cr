# A pointer to the 32 numbers, which whoever makes the struct has put on the stack.
struct Wrapped
  def initialize(@inside : Pointer(UInt64))
    foreign
  end

  # Stands for a call of a C function that gets the address: the compiler has to assume that it reads and writes there.
  @[AlwaysInline]
  def foreign
    asm("" :: "r"(@inside) : "memory" : "volatile")
  end
end

# Makes one around numbers that lie in this function, then lets a C function use it.
fun kernel(iterations : UInt64) : UInt64
  numbers = uninitialized UInt64[32]
  i = 0_u64
  while i < iterations
    wrapped = Wrapped.new(numbers.to_unsafe)
    wrapped.foreign
    i &+= 1
  end
  i
end
