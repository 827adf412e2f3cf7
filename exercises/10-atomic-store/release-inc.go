package main

var v int32

// As in `inc`, with the ordinary store of `release-store`.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v = v + 1
	}
	return uint64(v)
}
