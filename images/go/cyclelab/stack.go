package cyclelab

// The distance left to move, and the function to call there: not parameters, which would enlarge the frames.
var (
	toMove uint64
	there  func()
)

// Bytes of the frames of `deeper` and `farther`. On both architectures a frame holds a return address and the caller's
// frame pointer, and then the variables. Two sizes keep the trace of a kernel that panics short.
const (
	frameBytes   = 16
	largeBytes   = 256
	largestStack = 1 << 20
	roomBytes    = 64 << 10
)

// Calls `run` with the stack moved by `bytes`, rounded down to frames.
func withStackMoved(bytes uint64, run func()) {
	toMove, there = min(bytes, largestStack), run
	farther()
}

//go:noinline
func farther() byte {
	if toMove < largeBytes {
		deeper()
		return 0
	}
	return large()
}

//go:noinline
func large() byte {
	var space [largeBytes - 2*frameBytes]byte
	toMove -= largeBytes
	farther()
	return space[toMove%uint64(len(space))]
}

//go:noinline
func deeper() {
	if toMove < frameBytes {
		there()
		return
	}
	toMove -= frameBytes
	deeper()
}

// Leaves so much room on the stack that a kernel of ordinary depth does not have it moved to a larger one, which a
// collection of garbage may have made necessary.
//
//go:noinline
func makeRoom() byte {
	var room [roomBytes]byte
	return room[toMove%roomBytes]
}
