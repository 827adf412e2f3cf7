package main

// An array of one number, 8 bytes.
type wrapped struct{ inside [1]uint64 }

// Stands for a C function that gets the address. Go has no assembly inside of a function, so this is a call, of a function
// that does nothing and is not inlined.
//
//go:noinline
func (w *wrapped) foreign() {}

// Makes one and returns it by value, as Crystal's `new` does.
func newWrapped() wrapped {
	var w wrapped
	w.foreign()
	return w
}

func kernel(iterations uint64) uint64 {
	i := uint64(0)
	for i < iterations {
		w := newWrapped()
		w.foreign()
		i++
	}
	return i
}
