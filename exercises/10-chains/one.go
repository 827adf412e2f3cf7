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

// Each addition needs the previous sum.
func kernel(iterations uint64) uint64 {
	sum := 0.0
	for i := uint64(0); i < iterations; i++ {
		sum += values[i%count]
	}
	return uint64(sum)
}
