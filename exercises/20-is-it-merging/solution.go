package main

// Sixteen counters, taken in turn. Each is asked for again when its last value has long come back.
var v [16 * 32]uint16

func kernel(iterations uint64) uint64 {
	for i := uint64(0); i < iterations; i++ {
		v[i%16*32] = v[i%16*32] + 1
	}
	sum := uint16(0)
	for j := 0; j < 16; j++ {
		sum += v[j*32]
	}
	return uint64(sum)
}
