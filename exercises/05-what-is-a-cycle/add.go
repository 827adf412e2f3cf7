package main

import "cyclelab"

var first, second, third uint64 = 1, 1, 1

// From outside, so that no compiler knows them.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		first = seed | 1
		second = seed*4 + 3
		third = seed*8 + 5
	})
}

// Three additions a turn. Each needs the result of the previous addition, and a turn begins with the result of the previous turn.
func kernel(iterations uint64) uint64 {
	a, b, c := first, second, third
	for i := uint64(0); i < iterations; i++ {
		a += b
		c += a
		b += c
	}
	return b
}
