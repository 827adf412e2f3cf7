package main

// 16 bits wide, since several cores hand 32 and 64 bits from store to load in a register,
// and leave memory out of it.
var v uint16

// The same load and the same store, but what is stored comes from the counter.
func kernel(iterations uint64) uint64 {
	sum := uint64(0)
	for i := uint64(0); i < iterations; i++ {
		sum += uint64(v)
		v = uint16(i)
	}
	return sum
}
