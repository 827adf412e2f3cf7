package main

import "cyclelab"

const side = 520

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

// An iteration adds a multiple of a row of `b` to a row of the result.
func kernel(iterations uint64) uint64 {
	turn, sum := at, 0.0
	for left := iterations; left > 0; left-- {
		i, k := turn/side%side, turn%side
		factor, row, result := a[i][k], &b[k], &c[i]
		for j := range side {
			result[j] += factor * row[j]
		}
		sum += result[0]
		turn = (turn + 1) % (side * side)
	}
	at = turn
	return uint64(sum)
}
