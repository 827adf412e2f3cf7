package main

// 16 bits wide, since several cores hand 32 and 64 bits from store to load in a register,
// and leave memory out of it.
var v uint16 = 3

// As many loads and stores as in `one-chain`, but it takes two multiplications to make what is stored.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		last := v
		v = last * last * last
	}
	return uint64(v)
}
