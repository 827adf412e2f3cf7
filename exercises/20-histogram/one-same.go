package main

import "cyclelab"

const count = 16384

var (
	data  [count]uint8
	table [256]uint32
	at    uint64
)

// The same byte everywhere.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		for i := range data {
			data[i] = uint8(seed)
		}
	})
}

// The counts in a single number.
func summary() uint64 {
	sum := uint64(0)
	for i := range 256 {
		sum = sum*31 + uint64(table[i])
	}
	return sum
}

// Load the byte's count, add 1, store it.
func kernel(iterations uint64) uint64 {
	from := at
	for i := uint64(0); i < iterations; i++ {
		table[data[from%count]]++
		from++
	}
	at = from
	return summary()
}
