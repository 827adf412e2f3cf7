package main

// 16 bits wide, since several cores hand 32 and 64 bits from store to load in a register,
// and leave memory out of it.
var v uint16

// One counter in memory: the document's Inc.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v = v + 1
	}
	return uint64(v)
}
