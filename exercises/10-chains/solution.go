package main

import "cyclelab"

const (
	count  = 1024
	factor = uint64(0x9e3779b97f4a7c15)
)

var values [count]uint64

func init() {
	cyclelab.OnSetup(func(seed uint64) {
		for i := range values {
			values[i] = seed + uint64(i)*7
		}
	})
}

// Four elements in one step of the chain: the factor's fourth power is known before the loop, and the rest needs no earlier hash.
func kernel(iterations uint64) uint64 {
	first := factor
	second := first * first
	third, fourth := second*first, second*second
	hash, i := uint64(0), uint64(0)
	for ; i+4 <= iterations; i += 4 {
		at := (*[4]uint64)(values[i%count:])
		rest := (at[0]*third + at[1]*second) + (at[2]*first + at[3])
		hash = hash*fourth + rest
	}
	for ; i < iterations; i++ {
		hash = hash*first + values[i%count]
	}
	return hash
}
