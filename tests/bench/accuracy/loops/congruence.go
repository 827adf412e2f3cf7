package main

func kernel(iterations uint64) uint64 {
	x, factor := uint64(1), iterations|5
	for i := uint64(0); i < iterations; i++ {
		x = x*factor + i
	}
	return x
}
