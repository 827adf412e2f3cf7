package main

import "cyclelab"

var v []*int32
var mask, position uint64

// The document's other repair, a slice of pointers, each to a separate int32. The places are made one after another, as a
// program would make them. With the slice they take three quarters of the array's bytes.
func init() {
	cyclelab.OnSetup(func(seed uint64) {
		v = make([]*int32, cyclelab.Parameter("array", 16384)/16)
		for i := range v {
			v[i] = new(int32)
			*v[i] = int32(seed)
		}
		mask = uint64(len(v) - 1)
	})
}

// With an ordinary store, and the check of bounds that `mask` cannot take away.
func kernel(iterations uint64) uint64 {
	places, wrap, start := v, mask, position
	for i := uint64(0); i < iterations; i++ {
		*places[(start+i)&wrap] = 1
	}
	position = start + iterations
	return position
}
