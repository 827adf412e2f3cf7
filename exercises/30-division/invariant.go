package main

import "cyclelab"

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

// The divisor does not change, and the compiler does not know it.
func kernel(iterations uint64) uint64 {
	by := divisor
	if by == 0 {
		return 0
	}
	sum := uint64(0)
	for i := uint64(0); i < iterations; i++ {
		sum += uint64(values[i%count] / by)
	}
	return sum
}
