package main

import "cyclelab"

var (
	data   [1 << 20]uint8
	length uint64
	at     uint64
)

// One value in eight is 128 or more, at random.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		state := seed | 1
		length = cyclelab.Parameter("length", 1000)
		for i := range data[:length] {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			data[i] = uint8(state >> 20 & 127)
			if state>>32&7 == 0 {
				data[i] += 128
			}
		}
	})
}

// The second count keeps the compiler from replacing the branch by a conditional move.
func kernel(iterations uint64) uint64 {
	end := length
	sum, large, next := uint64(0), uint64(0), at
	for i := uint64(0); i < iterations; i++ {
		value := data[next]
		next++
		if next == end {
			next = 0
		}
		if value >= 128 {
			sum += uint64(value)
			large++
		}
	}
	at = next
	return sum + large
}
