package main

import "cyclelab"

const count = 1024

var values [count]uint64

// Odd numbers: a product of these is never 0.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		for i := range values {
			values[i] = (seed+uint64(i))*2 + 1
		}
	})
}

// Each product needs the previous product.
func kernel(iterations uint64) uint64 {
	product := uint64(1)
	for i := uint64(0); i < iterations; i++ {
		product *= values[i%count]
	}
	return product
}
