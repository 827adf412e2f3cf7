package cyclelab

const (
	clockName   = "tsc"
	chainCycles = 100 * 100 * 3
	loopCycles  = 10000
)
