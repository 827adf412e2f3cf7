package main

import (
	"cyclelab"
	"unsafe"
)

var v []int32
var mask, position uint64

// Places from one store to the next. A variable, so that the loops of all steps are the same instructions.
var step uint64 = 1

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
		// There is no parameter of this name, so this is 0, and no compiler knows it.
		mask = cyclelab.Parameter("mask", 0)
	})
}

// The loop of `weak-fixed`, instruction for instruction, but its mask sends every store to the same address.
func kernel(iterations uint64) uint64 {
	at, wrap, next, by := unsafe.Pointer(&v[0]), mask, position, step
	end := next + iterations*by
	for ; next != end; next += by {
		*place(at, next&wrap) = 1
	}
	position = end
	return position
}
