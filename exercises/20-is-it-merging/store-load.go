package main

import "sync/atomic"

var v int32

// The document's StoreLoad. The store does not depend on the load.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		atomic.StoreInt32(&v, 1)
		_ = atomic.LoadInt32(&v)
	}
	return uint64(v)
}
