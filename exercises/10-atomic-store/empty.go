package main

// Go's compiler keeps a loop that does nothing.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
	}
	return iterations
}
