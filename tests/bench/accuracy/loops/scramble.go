package main

func kernel(iterations uint64) uint64 {
	x := iterations | 1
	for i := uint64(0); i < iterations; i++ {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		x += i
	}
	return x
}
