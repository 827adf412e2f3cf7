package cyclelab

import (
	"math"
	"slices"
	"syscall"
	"unsafe"
)

// The clock, the two rulers and the disturbance counters, as libcal has them (images/base/libcal/cal.h has the purpose
// of each). The parts that are instructions are in clock_amd64.s and clock_arm64.s.

const (
	overheadPairs = 33
	processTime   = 2
	threadTime    = 3
	rawMonotonic  = 4
	thisThread    = 1
)

// Ticks, read after everything before it has finished and before anything after it starts.
func ticks() uint64

// One dependent instruction after another, for chainCycles core cycles.
func chain()

// One taken branch a cycle, loopCycles times.
func branches()

func timedChain() uint64 {
	before := ticks()
	chain()
	return ticks() - before
}

func timedLoop() uint64 {
	before := ticks()
	branches()
	return ticks() - before
}

// Ticks of an empty timed pair: the median.
func overhead() uint64 {
	var pairs [overheadPairs]uint64
	for i := range pairs {
		before := ticks()
		pairs[i] = ticks() - before
	}
	slices.Sort(pairs[:])
	return pairs[overheadPairs/2]
}

// Nanoseconds of CLOCK_MONOTONIC_RAW and the ticks at the same moment: the reading, of five, with the fewest ticks
// between before and after.
func nanoseconds() (ns, at uint64) {
	best := uint64(math.MaxUint64)
	for range 5 {
		before := ticks()
		now := nanosecondsOf(rawMonotonic)
		took := ticks() - before
		if took < best {
			best = took
			at = before + took/2
			ns = now
		}
	}
	return ns, at
}

// In a count run: what was executed since the mark before this one is counted apart (images/tools/qemu/block-counts.h). A raw
// system call, which a kernel answers with an error: false.
func mark() bool {
	_, _, fault := syscall.RawSyscall(0x43594c, 0, 0, 0)
	return fault == 0
}

func nanosecondsOf(clock uintptr) uint64 {
	var now syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&now)), 0)
	return uint64(now.Nano())
}

// Since `thread` began: involuntary context switches, and page faults that needed no disk. `away`: nanoseconds that passed
// less those in which a thread of this process ran, since some moment.
type disturbances struct{ thread, nivcsw, minflt, away uint64 }

// Raw system calls: any other call notifies the runtime, which may then continue this goroutine on another thread.
func disturbed() disturbances {
	var usage syscall.Rusage
	syscall.RawSyscall(syscall.SYS_GETRUSAGE, thisThread, uintptr(unsafe.Pointer(&usage)), 0)
	thread, _, _ := syscall.RawSyscall(syscall.SYS_GETTID, 0, 0, 0)
	nanosecondsOf(threadTime) // brings the process's up to date
	away := nanosecondsOf(rawMonotonic) - nanosecondsOf(processTime)
	return disturbances{uint64(thread), uint64(usage.Nivcsw), uint64(usage.Minflt), away}
}

// What happened between two readings. A goroutine found on another thread was interrupted, at least once. Two clocks are
// asked one after the other: a hair less than nothing is nothing.
func since(before, after disturbances) disturbances {
	away := uint64(max(0, int64(after.away-before.away)))
	if before.thread != after.thread {
		return disturbances{after.thread, 1, 0, away}
	}
	return disturbances{after.thread, after.nivcsw - before.nivcsw, after.minflt - before.minflt, away}
}
