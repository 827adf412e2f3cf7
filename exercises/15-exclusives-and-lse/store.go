package main

import "sync/atomic"

var v int32

// Always the same value to the same place.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		atomic.StoreInt32(&v, 1)
	}
	return uint64(v)
}
