// Package cyclelab is what a kernel's file imports, and the harness that times it. The file is `package main` with
//
//	func kernel(iterations uint64) uint64
//
// which does exactly that many iterations and returns a checksum. `main` is added when it is built. Optional:
//
//	func init() { cyclelab.OnSetup(fill) }
//
// where fill(seed uint64) runs once, untimed, before the first call. The kernel is called many times, with changing
// iterations. If its data decides its time (a chase through memory), it goes on where it stopped, in a variable of the
// package, and fill leaves the memory as a long run would.
//
// Goroutines take turns on one processor (GOMAXPROCS is 1), and only where one waits: a kernel that spins until another
// goroutine has acted must call runtime.Gosched.
package cyclelab

// OnSetup has `fill` called with the run's seed before the first call of the kernel.
func OnSetup(fill func(seed uint64)) { fills = append(fills, fill) }

// Parameter is the value of a parameter of this run, e.g. Parameter("working-set", 4096); `fallback` if it has none.
func Parameter(name string, fallback uint64) uint64 { return number("P_"+name, fallback) }

var fills []func(uint64)

func setup() {
	seed := number("SEED", 1)
	for _, fill := range fills {
		fill(seed)
	}
}
