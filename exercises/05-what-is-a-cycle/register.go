package main

import "cyclelab"

var step, mask uint64 = 1, 1

// From outside, so that no compiler knows them.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		step = seed*4 + 3
		mask = seed * 0x9e3779b97f4a7c15
	})
}

// An addition, an exclusive or, an addition, all on one value. The number added is in a register.
func kernel(iterations uint64) uint64 {
	x, by, bits := uint64(0), step, mask
	for i := uint64(0); i < iterations; i++ {
		x = ((x + by) ^ bits) + by
	}
	return x
}
