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

// Four sums: an addition needs the sum that was made four elements earlier.
func kernel(iterations uint64) uint64 {
	var a, b, c, d float64
	i := uint64(0)
	for ; i+4 <= iterations; i += 4 {
		at := (*[4]float64)(values[i%count:])
		a += at[0]
		b += at[1]
		c += at[2]
		d += at[3]
	}
	for ; i < iterations; i++ {
		a += values[i%count]
	}
	return uint64((a + b) + (c + d))
}
