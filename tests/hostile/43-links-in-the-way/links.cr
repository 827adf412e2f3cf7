require "cyclelab"

# The compiler's output files are links to other files.
{% `ln -sf /etc/passwd a.ll; ln -sf /etc/passwd a.o` %}

fun kernel(iterations : UInt64) : UInt64
  iterations
end
