package main

import "cyclelab"

const count = 1024

var (
	next  [count]uint32
	at    uint32
	wrong uint64
)

// A list in one array: place 0 leads to 1, 1 to 2, and the last one to 0. A few neighbours are visited in the other order.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		var order [count]uint32
		for i := range order {
			order[i] = uint32(i)
		}
		for i := seed%8 + 1; i+1 < count; i += 128 {
			order[i], order[i+1] = order[i+1], order[i]
		}
		for i, place := range order {
			next[place] = order[(i+1)%count]
		}
	})
}

// Most places lead to their neighbour. The branch guesses that, and the load only has to confirm it. The count keeps the
// compiler from replacing the branch by a conditional move.
func kernel(iterations uint64) uint64 {
	place, sum, moved := at, uint64(0), uint64(0)
	for i := uint64(0); i < iterations; i++ {
		loaded := next[place%count]
		place++
		if loaded != place {
			place = loaded
			moved++
		}
		sum += uint64(place)
	}
	at = place
	wrong += moved
	return sum
}
