# 2 words in a struct, written and read behind the compiler's back, as the document's C library does.
struct Wrapped
  def initialize(first : UInt64)
    @inside = uninitialized UInt64[2]
    @inside.to_unsafe.value = first
    Outside.touch(pointerof(@inside).as(Void*))
  end

  @inside : UInt64[2]

  def first : UInt64
    Outside.touch(pointerof(@inside).as(Void*))
    @inside.to_unsafe.value
  end
end

module Outside
  # An empty line of assembly that may read and write what it is pointed to.
  def self.touch(address : Void*) : Nil
    asm("" :: "r"(address) : "memory" : "volatile")
  end
end

# One struct made by its constructor and used once, each iteration.
fun kernel(iterations : UInt64) : UInt64
  sum = 0_u64
  i = 0_u64
  while i < iterations
    wrapped = Wrapped.new(i)
    sum &+= wrapped.first
    i &+= 1
  end
  sum
end
