package main

import "cyclelab"

const count = 1024

var (
	values [count]uint32
)

// Numbers of 32 bits at random.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		state := seed | 1
		for i := range values {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			values[i] = uint32(state >> 32)
		}
	})
}

// The divisor is a power of two.
func kernel(iterations uint64) uint64 {
	sum := uint64(0)
	for i := uint64(0); i < iterations; i++ {
		sum += uint64(values[i%count] / 1024)
	}
	return sum
}
