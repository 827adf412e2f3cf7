package main

import "sync/atomic"

var v int32

// The stored value is computed from the value that the previous iteration stored.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		atomic.StoreInt32(&v, v+1)
	}
	return uint64(v)
}
