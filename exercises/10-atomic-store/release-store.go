package main

var v int32

// Go's atomic package has no weaker order. An ordinary assignment is the same instruction on x86-64, if no promise to other
// goroutines: the compiler could leave all but the last one out, and today's does not.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v = 1
	}
	return uint64(v)
}
