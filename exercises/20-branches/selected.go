package main

import "cyclelab"

const count = 1 << 20

var (
	data  [count]uint8
	state uint64
	at    uint64
)

// The document's values, 0 to 255, from a generator of our own.
func drawn() uint8 {
	state ^= state << 13
	state ^= state >> 7
	state ^= state << 17
	return uint8(state >> 20)
}

func init() {
	cyclelab.OnSetup(func(seed uint64) {
		state = seed | 1
		for i := range data {
			data[i] = drawn()
		}
	})
}

// No branch depends on the value: the difference's sign bit, copied to all bits, is the mask.
func kernel(iterations uint64) uint64 {
	sum, large, from := uint64(0), uint64(0), at
	for i := uint64(0); i < iterations; i++ {
		value := int32(data[from%count])
		from++
		mask := (127 - value) >> 31
		sum += uint64(value & mask)
		large += uint64(mask & 1)
	}
	at = from
	return sum + large
}
