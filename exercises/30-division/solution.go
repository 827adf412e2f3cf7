package main

import (
	"cyclelab"
	"math/bits"
)

const count = 1024

var (
	values  [count]uint32
	divisor uint32
)

// Numbers of 32 bits at random. And one divisor that only this run knows.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		state := seed | 1
		for i := range values {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			values[i] = uint32(state >> 32)
		}
		divisor = uint32(seed%1000) + 7
	})
}

// 2^64 / divisor, rounded up, is computed once. The upper half of a product with it is the same quotient for all 32 bits.
func kernel(iterations uint64) uint64 {
	reciprocal := ^uint64(0)/uint64(divisor) + 1
	sum := uint64(0)
	for i := uint64(0); i < iterations; i++ {
		quotient, _ := bits.Mul64(reciprocal, uint64(values[i%count]))
		sum += quotient
	}
	return sum
}
