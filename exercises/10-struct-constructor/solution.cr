require "cyclelab"

lib LibBlake3
  fun init = blake3_hasher_init(state : UInt8*) : Void
  fun update = blake3_hasher_update(state : UInt8*, data : UInt8*, size : LibC::SizeT) : Void
  fun final = blake3_hasher_finalize(state : UInt8*, digest : UInt8*, size : LibC::SizeT) : Void
end

class Input
  class_property bytes = Bytes.new(32)
end

# The heap grows to a few megabytes, as in a program that has done something before: the smallest heap would be full, and
# be searched for garbage, every few dozen digests.
fun setup(seed : UInt64) : Void
  GC.malloc_atomic(4 << 20)
  32.times { |i| Input.bytes[i] = (seed >> i).to_u8! }
end

# Still a struct with a constructor that returns it; its 1912 bytes are 239 numbers of eight.
struct Hasher
  def initialize
    @state = uninitialized UInt64[239]
    LibBlake3.init(self)
  end

  def update(data : Bytes)
    LibBlake3.update(self, data, data.size)
  end

  def final(digest : Bytes)
    LibBlake3.final(self, digest, digest.size)
  end

  def to_unsafe
    pointerof(@state).as(UInt8*)
  end
end

def hexdigest(data : Bytes) : String
  hasher = Hasher.new
  digest = uninitialized UInt8[32]
  hasher.update(data)
  hasher.final(digest.to_slice)
  digest.to_slice.hexstring
end

# One digest of 32 bytes, as 64 hexadecimal digits.
fun kernel(iterations : UInt64) : UInt64
  sum, before = 0_u64, GC.stats.total_bytes
  i = 0_u64
  while i < iterations
    sum &+= hexdigest(Input.bytes).to_unsafe[0]
    i &+= 1
  end
  Cyclelab.meter("allocated", GC.stats.total_bytes &- before)
  sum
end
