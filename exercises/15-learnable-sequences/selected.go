package main

import "cyclelab"

var (
	data   [1 << 20]uint8
	length uint64
	at     uint64
)

// Values of 0 to 255, as many as the sweep says. Half of them are 128 or more, in no order.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		state := seed | 1
		length = cyclelab.Parameter("length", 1000)
		for i := range data[:length] {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			data[i] = uint8(state >> 20)
		}
	})
}

// No branch depends on the value: its highest bit, copied to all bits, is the mask.
func kernel(iterations uint64) uint64 {
	end := length
	sum, large, next := uint64(0), uint64(0), at
	for i := uint64(0); i < iterations; i++ {
		value := uint64(data[next])
		next++
		if next == end {
			next = 0
		}
		mask := 0 - value>>7
		sum += value & mask
		large += mask & 1
	}
	at = next
	return sum + large
}
