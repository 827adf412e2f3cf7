package main

// A pointer, 8 bytes, which is itself what the C functions want.
type wrapped struct{ inside *uint64 }

// Stands for a C function that gets the pointer. Go has no assembly inside of a function, so this is a call, of a function
// that does nothing and is not inlined.
//
//go:noinline
func foreign(inside *uint64) {}

// Makes one and returns it by value, as Crystal's `new` does.
func newWrapped(pointer *uint64) wrapped {
	w := wrapped{pointer}
	foreign(w.inside)
	return w
}

func kernel(iterations uint64) uint64 {
	var there uint64
	i := uint64(0)
	for i < iterations {
		w := newWrapped(&there)
		foreign(w.inside)
		i++
	}
	return i
}
