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

# No struct at all: 1912 bytes on the stack, and three calls of the C library.
def hexdigest(data : Bytes) : String
  state = uninitialized UInt8[1912]
  digest = uninitialized UInt8[32]
  LibBlake3.init(state.to_unsafe)
  LibBlake3.update(state.to_unsafe, data, data.size)
  LibBlake3.final(state.to_unsafe, digest.to_unsafe, digest.size)
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
