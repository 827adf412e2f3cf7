package main

import (
	"cyclelab"
	"unsafe"
)

var v []int32
var mask, position uint64

// Places from one store to the next. A variable, so that the loops of all steps are the same instructions.
var step uint64 = 16

// The address of a place of v. Unsafe, since a check of bounds would take the loop a cycle more.
func place(of unsafe.Pointer, index uint64) *int32 {
	return (*int32)(unsafe.Add(of, index*4))
}

// Each page written once before anything is timed.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		v = make([]int32, cyclelab.Parameter("array", 16384)/4)
		for i := 0; i < len(v); i += 1024 {
			v[i] = int32(seed)
		}
		mask = uint64(len(v) - 1)
	})
}

// With an ordinary store, and every store goes to a separate cache line.
func kernel(iterations uint64) uint64 {
	at, wrap, next, by := unsafe.Pointer(&v[0]), mask, position, step
	end := next + iterations*by
	for ; next != end; next += by {
		*place(at, next&wrap) = 1
	}
	position = end
	return position
}
