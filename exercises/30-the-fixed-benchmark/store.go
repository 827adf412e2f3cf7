package main

import "sync/atomic"

var v int32

// The document's first benchmark: always one address.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		atomic.StoreInt32(&v, 1)
	}
	return uint64(v)
}
