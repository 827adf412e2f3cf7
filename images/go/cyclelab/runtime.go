package cyclelab

import (
	"math"
	"runtime"
	"runtime/metrics"
	_ "unsafe" // for go:linkname
)

// Work of Go's runtime beside the program, kept out of timed regions.
//
// Preemption: after a time slice of 10 ms the runtime asks a goroutine to give way. In a timed region that is a
// disturbance, and in a count run, which is slow, it makes functions be entered twice and goroutines take turns
// differently each time. So the image compiles the runtime with a time slice of an hour (images/go/Dockerfile).
//
// Monitor: a thread of the runtime wakes every 20 us until it has found nothing to do for a while, and interrupts the
// kernel's, since both have one core. In the image it sleeps for 10 ms at once, as it does in the end.
//
// Garbage collection: it runs between samples, so that memory is used again, and stays in the caches, as in a program
// that collects for itself. A call that alone allocates more than callBytes is collected while it runs.
//
// The goroutine is not locked to its thread: every exchange with another goroutine would then be an exchange between
// threads, 200 times as slow (and a context switch in every sample), which no Go program outside of here pays. With one
// processor (GOMAXPROCS) and raw system calls it stays where it is; since() marks a sample in which it moved.

const (
	pauseUs      = 4000
	garbageBytes = 4 << 20 // what the runtime itself lets a small heap grow by
	callBytes    = 128 << 20
)

// Before the init functions of the learner's file, which imports this package.
func init() {
	runtime.GOMAXPROCS(1)
	setGCPercent(-1)
}

var heap = []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}

func heapBytes() uint64 {
	metrics.Read(heap)
	return heap[0].Value.Uint64()
}

// Bytes in use when allow was last called.
var kept uint64

// Takes what is in use as what the kernel needs, and from there on allows callBytes.
func allow() {
	kept = heapBytes()
	sizes := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sizes)
	setMemoryLimit(int64(sizes[0].Value.Uint64() - sizes[1].Value.Uint64() + callBytes))
	makeRoom()
}

func collect() {
	// Against a limit that what is in use has outgrown, every allocation would have to work.
	setMemoryLimit(math.MaxInt64)
	runtime.GC()
	allow()
}

// Collects garbage if there is as much as makes a program collect for itself. Returns whether it did.
func collectIfDue() bool {
	if heapBytes() <= kept+garbageBytes {
		return false
	}
	collect()
	return true
}

// Of package runtime/debug, which brings package os with it: 20 ms of every link and of every count run.

//go:linkname setGCPercent runtime/debug.setGCPercent
func setGCPercent(percent int32) int32

//go:linkname setMemoryLimit runtime/debug.setMemoryLimit
func setMemoryLimit(bytes int64) int64
