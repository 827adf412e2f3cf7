package main

import "cyclelab"

const count = 1 << 20

var (
	data   [count]uint8
	limit  int32
	factor uint64
	at     uint64
)

// The document's values, 0 to 99, from a generator of our own. None is below 0.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		state := seed | 1
		for i := range data {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			data[i] = uint8((state >> 32) % 100)
		}
		limit = int32(cyclelab.Parameter("limit", 0))
		factor = seed*8 + 5
	})
}

// The elements below the limit are hashed. The count keeps the compiler from replacing the branch.
func kernel(iterations uint64) uint64 {
	below, f, from, hash, hashed := limit, factor, at, uint64(1), uint64(0)
	for i := uint64(0); i < iterations; i++ {
		value := int32(data[from%count])
		from++
		if value < below {
			hash = hash*f + uint64(value)
			hashed++
		}
	}
	at = from
	return hash + hashed
}
