package main

import (
	"cyclelab"
	"unsafe"
)

// As large as BLAKE3's state, and used in the same three steps, each in a function the compiler does not see into.
type hasher struct{ state [1912]byte }

//go:noinline
func (h *hasher) init() {
	for i := range 96 {
		h.state[i] = 0x5a
	}
}

//go:noinline
func (h *hasher) update(data uint64) {
	for i := range 8 {
		h.state[96+i] = byte(data >> (8 * i))
	}
}

//go:noinline
func (h *hasher) final() uint64 {
	return uint64(h.state[0]) ^ uint64(h.state[96])
}

// Not inlined, so that what it makes outlives it: the compiler has to take it from the heap.
//
//go:noinline
func newHasher() *hasher {
	h := new(hasher)
	h.init()
	return h
}

// A struct from the heap, as of a class in Crystal, left to the collector.
func kernel(iterations uint64) uint64 {
	sum := uint64(0)
	for range iterations {
		h := newHasher()
		h.update(sum)
		sum += h.final()
	}
	cyclelab.Meter("allocated", iterations*uint64(unsafe.Sizeof(hasher{})))
	return sum
}
