package main

// A cache line, 64 bytes, holds 16 of these.
var v [64 * 16]int32

// The same number of stores as in `weak-store`, in turn to 64 cache lines. No two neighbours can become one.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v[i%64*16] = 1
	}
	return uint64(v[0])
}
