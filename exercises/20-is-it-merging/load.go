package main

import "sync/atomic"

var v int32

// The document's Load. Nothing needs what it reads, and an atomic load is made all the same.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		_ = atomic.LoadInt32(&v)
	}
	return uint64(v)
}
