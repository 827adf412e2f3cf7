package main

func kernel(iterations uint64) uint64 {
	sum, step := 0.0, float64(iterations|1)
	for i := uint64(0); i < iterations; i++ {
		sum += step
	}
	return uint64(sum / step)
}
