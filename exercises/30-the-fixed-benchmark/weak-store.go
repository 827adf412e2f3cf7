package main

var v int32

// Always one address, with an ordinary store.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v = 1
	}
	return uint64(v)
}
