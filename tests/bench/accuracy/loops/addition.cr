fun kernel(iterations : UInt64) : UInt64
  sum = 0.0
  step = (iterations | 1).to_f64
  i = 0_u64
  while i < iterations
    sum += step
    i &+= 1
  end
  (sum / step).to_u64!
end
