package main

import "sync/atomic"

var v int32

// What is stored is computed from what the iteration before has stored.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		atomic.StoreInt32(&v, v+1)
	}
	return uint64(v)
}
