package main

var v int32

// An ordinary store, on x86-64 the instruction of a store in release order.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v = 1
	}
	return uint64(v)
}
