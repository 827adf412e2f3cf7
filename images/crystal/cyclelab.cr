# A kernel's file requires this one if it reads parameters. It defines
#
#   fun kernel(iterations : UInt64) : UInt64   required: does exactly `iterations` iterations, returns a checksum
#   fun setup(seed : UInt64) : Void            optional: runs once, untimed, before the first call
#
# The kernel is called many times, with changing `iterations`. If its data decides its time (a chase through memory), it
# goes on where it stopped, in a class variable, and setup leaves the memory as a long run would.
lib LibCyclelab
  fun meter = cyclelab_meter(id : UInt8*, amount : UInt64) : Void
  fun parameter = cyclelab_parameter(name : UInt8*, fallback : UInt64) : UInt64
end

module Cyclelab
  # The value of a parameter of this run, e.g. `Cyclelab.parameter("working-set", 4096)`; `fallback` if it has none.
  def self.parameter(name : String, fallback : Int) : UInt64
    LibCyclelab.parameter(name, fallback.to_u64)
  end

  # Adds to one of the exercise's meters. Call it once at the end of a call of the kernel, with what all its iterations
  # cost. An id the exercise does not have is ignored.
  def self.meter(id : String, amount : UInt64) : Nil
    LibCyclelab.meter(id, amount)
  end
end
