package main

import "sync/atomic"

var v int32

// StoreLoad with an ordinary store. The store does not depend on the load here either.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v = 1
		_ = atomic.LoadInt32(&v)
	}
	return uint64(v)
}
