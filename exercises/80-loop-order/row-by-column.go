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

// An iteration is one element of the result: a row of `a` times a column of `b`.
func kernel(iterations uint64) uint64 {
	turn, sum := at, 0.0
	for left := iterations; left > 0; left-- {
		i, j, element := turn/side, turn%side, 0.0
		row := &a[i%side]
		for k := range side {
			element += row[k] * b[k][j]
		}
		c[i%side][j] = element
		sum += element
		turn = (turn + 1) % (side * side)
	}
	at = turn
	return uint64(sum)
}
