package main

import "cyclelab"

const side = 512

var (
	a, b, c [side][side]float64
	at      uint64
)

// Small whole numbers, so that all sums are exact.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		for i := range uint64(side) {
			for j := range uint64(side) {
				a[i][j] = float64((seed + i*3 + j) % 8)
				b[i][j] = float64((seed + i + j*5) % 8)
			}
		}
	})
}

// An iteration adds a multiple of a column of `a` to a column of the result.
func kernel(iterations uint64) uint64 {
	turn, sum := at, 0.0
	for left := iterations; left > 0; left-- {
		j, k := turn/side%side, turn%side
		factor := b[k][j]
		for i := range side {
			c[i][j] += a[i][k] * factor
		}
		sum += c[0][j]
		turn = (turn + 1) % (side * side)
	}
	at = turn
	return uint64(sum)
}
