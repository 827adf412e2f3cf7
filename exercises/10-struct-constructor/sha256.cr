require "cyclelab"
require "digest/sha256"

class Input
  class_property bytes = Bytes.new(32)
end

# The heap grows to a few megabytes, as in a program that has done something before: the smallest heap would be full, and
# be searched for garbage, every few dozen digests.
fun setup(seed : UInt64) : Void
  GC.malloc_atomic(4 << 20)
  32.times { |i| Input.bytes[i] = (seed >> i).to_u8! }
end

# Crystal's own digest, which is OpenSSL's.
fun kernel(iterations : UInt64) : UInt64
  sum, before = 0_u64, GC.stats.total_bytes
  i = 0_u64
  while i < iterations
    sum &+= Digest::SHA256.hexdigest(Input.bytes).to_unsafe[0]
    i &+= 1
  end
  Cyclelab.meter("allocated", GC.stats.total_bytes &- before)
  sum
end
