package main

var v int32

// As in `add`, with the ordinary store of `release-store`.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v = int32(i) + 1
	}
	return uint64(v)
}
