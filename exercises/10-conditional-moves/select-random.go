package main

import "cyclelab"

const count = 1 << 20

var (
	data  [count]uint8
	limit int32
	sum   int32
	at    uint64
)

// The document's values, 0 to 99, from a generator of our own. Half of them are below 50.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		state := seed | 1
		for i := range data {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			data[i] = uint8((state >> 32) % 100)
		}
		limit = int32(cyclelab.Parameter("limit", 50))
	})
}

// Both cases add: the value, or zero.
func kernel(iterations uint64) uint64 {
	below, from := limit, at
	sum = 0
	for i := uint64(0); i < iterations; i++ {
		value := int32(data[from%count])
		from++
		added := int32(0)
		if value < below {
			added = value
		}
		sum += added
	}
	at = from
	return uint64(uint32(sum))
}
