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

// The same values, each 32,768 of them sorted: as many of each as were drawn.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		const piece = 32768
		state = seed | 1
		next := 0
		for range count / piece {
			var drawnOf [256]int
			for range piece {
				drawnOf[drawn()]++
			}
			for value, times := range drawnOf {
				for range times {
					data[next] = uint8(value)
					next++
				}
			}
		}
	})
}

// The second count keeps the compiler from replacing the branch by a conditional move.
func kernel(iterations uint64) uint64 {
	sum, large, from := uint64(0), uint64(0), at
	for i := uint64(0); i < iterations; i++ {
		value := data[from%count]
		from++
		if value >= 128 {
			sum += uint64(value)
			large++
		}
	}
	at = from
	return sum + large
}
