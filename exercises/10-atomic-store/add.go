package main

import "sync/atomic"

var v int32

// The stored value is computed, but from the counter: no iteration needs a result of the previous iteration.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		atomic.StoreInt32(&v, int32(i)+1)
	}
	return uint64(v)
}
