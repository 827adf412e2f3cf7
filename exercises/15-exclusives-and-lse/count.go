package main

import "sync/atomic"

var v int32

// Inc in one step: between the load and the store no other core can come.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		atomic.AddInt32(&v, 1)
	}
	return uint64(v)
}
