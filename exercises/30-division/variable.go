package main

import "cyclelab"

const count = 1024

var (
	values   [count]uint32
	divisors [count]uint32
)

// Numbers of 32 bits at random. And a divisor for each, 3 to 1,002.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		state := seed | 1
		for i := range values {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			values[i] = uint32(state >> 32)
			divisors[i] = uint32(state%1000) + 3
		}
	})
}

// Each element has a different divisor.
func kernel(iterations uint64) uint64 {
	sum := uint64(0)
	for i := uint64(0); i < iterations; i++ {
		sum += uint64(values[i%count] / divisors[i%count])
	}
	return sum
}
