package main

import "cyclelab"

var mask uint64 = 1

// From outside, so that no compiler knows them.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		mask = seed * 0x9e3779b97f4a7c15
	})
}

// The same three operations, but what is added is a constant in the instruction itself.
func kernel(iterations uint64) uint64 {
	x, bits := uint64(0), mask
	for i := uint64(0); i < iterations; i++ {
		x = ((x + 1) ^ bits) + 1
	}
	return x
}
