package main

// Each turn needs the previous result: an addition, then a shift, then an exclusive or.
func kernel(iterations uint64) uint64 {
	x := uint64(1)
	for i := uint64(0); i < iterations; i++ {
		x += i
		x ^= x >> 7
	}
	return x
}
