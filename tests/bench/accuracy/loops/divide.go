package main

func kernel(iterations uint64) uint64 {
	x, divisor := uint64(1), iterations|3
	for i := uint64(0); i < iterations; i++ {
		x = (0xfedcba9876543210^x)/divisor + i
	}
	return x
}
