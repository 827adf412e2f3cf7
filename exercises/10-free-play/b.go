package main

// Each turn needs the previous result: an exclusive or, then a multiplication.
func kernel(iterations uint64) uint64 {
	x := uint64(1)
	for i := uint64(0); i < iterations; i++ {
		x = (x ^ i) * 6364136223846793005
	}
	return x
}
