package main

var v int32

// The sum is carried from iteration to iteration in a register. Memory is written every time, and read once.
func kernel(iterations uint64) uint64 {
	sum := v
	for i := uint64(0); i < iterations; i++ {
		sum++
		v = sum
	}
	return uint64(v)
}
