package cyclelab

// Calls a learner's kernel and times it, under the contract of images/base/harness/harness.c, whose comments say what
// the variables of the environment mean and why a sample is made as it is.

const (
	warmUs   = 10000
	flushUs  = 100000
	largestN = 1 << 40
)

var (
	// A variable: a call through it is neither inlined nor moved.
	call      func(uint64) uint64
	withLoops bool
)

// Run is called by the generated `main`, and only there.
//
//go:noinline
func Run(kernel func(iterations uint64) uint64) {
	call = kernel
	withStackMoved(number("STACK", 0), run)
}

func run() {
	mode, lengths := variable("MODE"), variable("COUNT")
	if lengths == "" {
		lengths = "1"
	}
	openMeters(variable("METERS"))
	ns, at := nanoseconds()
	setup()
	later, _ := nanoseconds()
	setupNs := later - ns
	allow()
	first := marked(&lengths)
	counting := first.isCounted || len(mode) > 0 && mode[0] == 'c'
	withLoops = !counting && number("LOOPS", 0) == 1
	taken := uint64(0)
	if counting {
		hello("count", 0, at, ns, setupNs)
		rowCall(first)
		rowFlush()
		count(lengths)
	} else {
		collect()
		rate := ticksPerMs(ns, at)
		hello("time", overhead(), at, ns, setupNs)
		rowCall(first)
		rowFlush()
		taken = samples(rate)
	}
	total := disturbed()
	ns, at = nanoseconds()
	rowNumber(`{"t":"end","samples":`, taken)
	rowNumber(`,"tsc":`, at)
	rowNumber(`,"ns":`, ns)
	rowNumber(`,"nivcsw":`, total.nivcsw)
	rowText("}\n")
	rowFlush()
}

// Ticks in a millisecond, by the clocks since they read `ns` and `at`: at least 200 us, enough for the pilot's idea of it.
func ticksPerMs(ns, at uint64) uint64 {
	var laterNs, laterAt uint64
	for laterNs < 200000 {
		timedChain()
		laterNs, laterAt = nanoseconds()
		laterNs -= ns
	}
	return (laterAt - at) * 1000 / (laterNs / 1000)
}

// Calls the kernel once for each number after the commas.
func count(lengths string) {
	for len(lengths) > 0 && lengths[0] == ',' {
		lengths = lengths[1:]
		collectIfDue()
		rowCall(marked(&lengths))
	}
}

// A call between two marks.
type markedCall struct {
	iterations, result uint64
	isCounted          bool
}

// Of the length that the text begins with, which is cut off.
func marked(text *string) (made markedCall) {
	made.iterations = digits(text)
	mark()
	made.result = call(made.iterations)
	made.isCounted = mark()
	return made
}

func rowCall(made markedCall) {
	rowNumber(`{"t":"call","n":`, made.iterations)
	rowHexadecimal(`,"result":"`, made.result)
	rowText("\"}\n")
}

func hello(mode string, overhead, at, ns, setupNs uint64) {
	rowText(`{"t":"hello","v":1,"language":"go","clock":"` + clockName + `","mode":"`)
	rowText(mode)
	rowNumber(`","overhead":`, overhead)
	rowNumber(`,"chainCycles":`, chainCycles)
	if withLoops {
		rowNumber(`,"loopCycles":`, loopCycles)
	}
	rowMeterIds()
	rowNumber(`,"tsc":`, at)
	rowNumber(`,"ns":`, ns)
	rowNumber(`,"setupNs":`, setupNs)
	rowText("}\n")
}
