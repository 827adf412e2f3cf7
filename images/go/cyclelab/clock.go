package cyclelab

import (
	"math"
	"slices"
	"syscall"
	"unsafe"
)

// The clock, the two rulers and the disturbance counters, as libcal has them (images/base/libcal/cal.h says what each
// is for). The parts that are instructions are in clock_amd64.s and clock_arm64.s.

const (
	overheadPairs = 33
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

// Nanoseconds of CLOCK_MONOTONIC_RAW and the ticks at the same moment: of five readings, the one whose ticks before and
// after lie closest together.
func nanoseconds() (ns, at uint64) {
	best := uint64(math.MaxUint64)
	for range 5 {
		var now syscall.Timespec
		before := ticks()
		syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, rawMonotonic, uintptr(unsafe.Pointer(&now)), 0)
		took := ticks() - before
		if took < best {
			best = took
			at = before + took/2
			ns = uint64(now.Nano())
		}
	}
	return ns, at
}

// Since `thread` began: involuntary context switches, and page faults that needed no disk.
type disturbances struct{ thread, nivcsw, minflt uint64 }

// Raw system calls: any other tells the runtime, which may then continue this goroutine on another thread.
func disturbed() disturbances {
	var usage syscall.Rusage
	syscall.RawSyscall(syscall.SYS_GETRUSAGE, thisThread, uintptr(unsafe.Pointer(&usage)), 0)
	thread, _, _ := syscall.RawSyscall(syscall.SYS_GETTID, 0, 0, 0)
	return disturbances{uint64(thread), uint64(usage.Nivcsw), uint64(usage.Minflt)}
}

// What happened between two readings. A goroutine found on another thread was interrupted, at least once.
func since(before, after disturbances) disturbances {
	if before.thread != after.thread {
		return disturbances{after.thread, 1, 0}
	}
	return disturbances{after.thread, after.nivcsw - before.nivcsw, after.minflt - before.minflt}
}

var schedstat = []byte("/proc/thread-self/schedstat\x00")

// Nanoseconds this thread was ready to run and did not, and whether the kernel says so: the second of the file's three
// numbers.
func waitedNs() (uint64, bool) {
	const here = ^uintptr(0) // of no use beside an absolute path
	file, _, fault := syscall.RawSyscall(syscall.SYS_OPENAT, here, uintptr(unsafe.Pointer(&schedstat[0])), syscall.O_RDONLY)
	if fault != 0 {
		return 0, false
	}
	var text [64]byte
	length, _, fault := syscall.RawSyscall(syscall.SYS_READ, file, uintptr(unsafe.Pointer(&text[0])), uintptr(len(text)))
	syscall.RawSyscall(syscall.SYS_CLOSE, file, 0, 0)
	if fault != 0 {
		return 0, false
	}
	at, waited := uintptr(0), uint64(0)
	for at < length && text[at] != ' ' {
		at++
	}
	for at++; at < length && text[at] >= '0' && text[at] <= '9'; at++ {
		waited = waited*10 + uint64(text[at]-'0')
	}
	return waited, at < length
}
