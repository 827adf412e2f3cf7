# 64 words in a struct, written and read behind the compiler's back, as the document's C library does.
struct Wrapped
  @inside = uninitialized UInt64[64]

  # Not a constructor: it works on the variable it is called on, so nothing has to be moved there afterwards.
  def init(first : UInt64) : Nil
    @inside.to_unsafe.value = first
    Outside.touch(pointerof(@inside).as(Void*))
  end

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

# One struct declared, initialised in place and used once, each iteration.
fun kernel(iterations : UInt64) : UInt64
  sum = 0_u64
  i = 0_u64
  while i < iterations
    wrapped = uninitialized Wrapped
    wrapped.init(i)
    sum &+= wrapped.first
    i &+= 1
  end
  sum
end
