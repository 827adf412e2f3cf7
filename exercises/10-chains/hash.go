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

// Each product needs the previous sum, and the sum needs that product.
func kernel(iterations uint64) uint64 {
	hash := uint64(0)
	for i := uint64(0); i < iterations; i++ {
		hash = hash*factor + values[i%count]
	}
	return hash
}
