package main

import (
	"cyclelab"
	"sync/atomic"
)

// What Go's tests give a benchmark, as far as its loop reads it.
type B struct{ N int }

var b = &B{}
var v []int32
var position int

// Each page written once before anything is timed.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		v = make([]int32, cyclelab.Parameter("array", 16384)/4)
		for i := 0; i < len(v); i += 1024 {
			v[i] = int32(seed)
		}
	})
}

// The document's loop as printed, with the check of bounds and with b.N read every turn, over the array's part up to its end.
func printed(b *B, v []int32) {
	for i := 0; i < b.N; i++ {
		atomic.StoreInt32(&v[i], 1)
	}
}

func kernel(iterations uint64) uint64 {
	for left := int(iterations); left > 0; left -= b.N {
		rest := v[position:]
		b.N = min(left, len(rest))
		printed(b, rest)
		position = (position + b.N) % len(v)
	}
	return iterations
}
