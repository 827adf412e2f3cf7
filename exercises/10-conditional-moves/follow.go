package main

import "cyclelab"

const count = 1024

var (
	next [count]uint32
	at   uint32
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

// Each step loads the place of the next one.
func kernel(iterations uint64) uint64 {
	place, sum := at, uint64(0)
	for i := uint64(0); i < iterations; i++ {
		place = next[place%count]
		sum += uint64(place)
	}
	at = place
	return sum
}
