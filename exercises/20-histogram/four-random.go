package main

import "cyclelab"

const count = 16384

var (
	data   [count]uint8
	tables [4][256]uint32
	at     uint64
)

// Bytes at random.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		state := seed | 1
		for i := range data {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			data[i] = uint8(state >> 32)
		}
	})
}

// The counts in a single number.
func summary() uint64 {
	sum := uint64(0)
	for i := range 256 {
		sum = sum*31 + uint64(tables[0][i]+tables[1][i]+tables[2][i]+tables[3][i])
	}
	return sum
}

// Four bytes a turn, each counted in another table.
func kernel(iterations uint64) uint64 {
	from, left := at, iterations
	for ; left >= 4; left -= 4 {
		tables[0][data[from%count]]++
		tables[1][data[(from+1)%count]]++
		tables[2][data[(from+2)%count]]++
		tables[3][data[(from+3)%count]]++
		from += 4
	}
	for ; left > 0; left-- {
		tables[0][data[from%count]]++
		from++
	}
	at = from
	return summary()
}
