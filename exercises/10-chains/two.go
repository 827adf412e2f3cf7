package main

import "cyclelab"

const count = 1024

var values [count]float64

// Small whole numbers: their sums are exact, so the order of the additions changes no result. 8 KiB stay in L1.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		for i := range values {
			values[i] = float64((seed + uint64(i)*7) % 16)
		}
	})
}

// Two sums: an addition needs the sum that was made two elements earlier.
func kernel(iterations uint64) uint64 {
	var a, b float64
	i := uint64(0)
	for ; i+2 <= iterations; i += 2 {
		at := (*[2]float64)(values[i%count:])
		a += at[0]
		b += at[1]
	}
	for ; i < iterations; i++ {
		a += values[i%count]
	}
	return uint64(a + b)
}
