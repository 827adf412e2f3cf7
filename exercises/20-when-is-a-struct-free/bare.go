package main

// Stands for a C function that gets the address. Go has no assembly inside of a function, so this is a call, of a function
// that does nothing and is not inlined.
//
//go:noinline
func foreign(inside *uint64) {}

// No struct: eight bytes on the stack, and what stands for two calls of C functions that get their address.
func kernel(iterations uint64) uint64 {
	i := uint64(0)
	for i < iterations {
		var inside uint64
		foreign(&inside)
		foreign(&inside)
		i++
	}
	return i
}
