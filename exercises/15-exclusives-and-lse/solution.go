package main

import "sync/atomic"

var v int32

// Looks first, and swaps only if the value would change. A look needs no line of its own and waits for no store.
func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		if atomic.LoadInt32(&v) != 1 {
			atomic.SwapInt32(&v, 1)
		}
	}
	return uint64(v)
}
