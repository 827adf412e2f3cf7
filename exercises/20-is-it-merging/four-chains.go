package main

// 16 bits wide, since several cores hand 32 and 64 bits from store to load in a register,
// and leave memory out of it.
var v [8 * 32]uint16

// Four counters, in four cache lines. They have nothing to do with each other.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v[0] = v[0] + 1
		v[32] = v[32] + 1
		v[64] = v[64] + 1
		v[96] = v[96] + 1
	}
	return uint64(v[0])
}
