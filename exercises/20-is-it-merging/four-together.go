package main

// A cache line, 64 bytes, holds 16 of these.
var v [64 * 16]int32

// Four stores in each turn, all into one cache line. Of four constants Go's compiler would make two wider stores.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v[0] = int32(i)
		v[1] = int32(i)
		v[2] = int32(i)
		v[3] = int32(i)
	}
	return uint64(v[0])
}
