package cyclelab

const (
	clockName   = "cntvct"
	chainCycles = 3000 * 100
	loopCycles  = 100000
)
