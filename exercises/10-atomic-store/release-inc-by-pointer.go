package main

var v int32

var place = &v

// The same as `release-inc`. Only the address comes from a register.
func kernel(iterations uint64) uint64 {
	at := place
	for i := uint64(0); i < iterations; i++ {
		*at = *at + 1
	}
	return uint64(v)
}
