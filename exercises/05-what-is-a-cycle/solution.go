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

// Four multiplications a turn in place of three, but none has to wait for more than one other.
func kernel(iterations uint64) uint64 {
	a, b, c := first, second, third
	for i := uint64(0); i < iterations; i++ {
		product, other := a*b, b*c
		a = product
		b = product * other
		c *= product
	}
	return b
}
