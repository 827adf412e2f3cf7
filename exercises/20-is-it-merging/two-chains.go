package main

// 16 bits wide, since several cores hand 32 and 64 bits from store to load in a register,
// and leave memory out of it.
var v [8 * 32]uint16

// Two counters, in two cache lines. They have nothing to do with each other.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v[0] = v[0] + 1
		v[32] = v[32] + 1
	}
	return uint64(v[0])
}
