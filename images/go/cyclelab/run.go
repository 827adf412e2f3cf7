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
	checksum  uint64
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
	mode := variable("MODE")
	counting := len(mode) > 0 && mode[0] == 'c'
	withLoops = !counting && number("LOOPS", 0) == 1
	openMeters(variable("METERS"))
	ns, at := nanoseconds()
	setup()
	later, _ := nanoseconds()
	setupNs := later - ns
	taken := uint64(0)
	if counting {
		allow()
		hello("count", 0, at, ns, setupNs)
		checksum = count()
	} else {
		collect()
		// At least 200 us lie between the two readings, enough for the pilot's idea of a millisecond.
		var laterNs, laterAt uint64
		for laterNs < 200000 {
			timedChain()
			laterNs, laterAt = nanoseconds()
			laterNs -= ns
		}
		hello("time", overhead(), at, ns, setupNs)
		taken = samples((laterAt - at) * 1000 / (laterNs / 1000))
	}
	total := disturbed()
	ns, at = nanoseconds()
	rowNumber(`{"t":"end","samples":`, taken)
	rowHexadecimal(`,"checksum":"`, checksum)
	rowNumber(`","tsc":`, at)
	rowNumber(`,"ns":`, ns)
	rowNumber(`,"nivcsw":`, total.nivcsw)
	rowText("}\n")
	rowFlush()
}

// Calls the kernel once for each number in COUNT, which commas separate. Returns what the first call did.
func count() uint64 {
	text := variable("COUNT")
	if text == "" {
		text = "64"
	}
	first := counted(&text)
	for len(text) > 0 && text[0] == ',' {
		text = text[1:]
		collectIfDue()
		counted(&text)
	}
	return first
}

func counted(text *string) uint64 {
	iterations := digits(text)
	mark()
	result := call(iterations)
	mark()
	return result
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
	rowFlush()
}
