package cyclelab

import "math"

func timed(iterations uint64) (took, result uint64) {
	before := ticks()
	result = call(iterations)
	return ticks() - before, result
}

func quickest(iterations uint64, times int) uint64 {
	best := uint64(math.MaxUint64)
	for range times {
		took, _ := timed(iterations)
		best = min(best, took)
	}
	return best
}

// The power of two whose kernel(n) takes between 0.7 and 1.4 times the target, as harness.c looks for it.
func pilot(target, warm, tooLong, pause uint64) uint64 {
	n, worked := uint64(1), uint64(0)
	paused := ticks()
	for n < largestN {
		took, _ := timed(n)
		if took >= target*7/10 && took < tooLong {
			took = quickest(n, 2)
		}
		if took < target*7/10 {
			n *= 2
		} else if worked += 3 * took; worked >= warm {
			break
		}
		if ticks()-paused >= pause {
			collectIfDue()
			paused = ticks()
		}
	}
	for n > 1 && quickest(n, 2) > target*7/5 {
		n /= 2
	}
	return n
}

// Rulers that have not run for a while are slower.
func warmRulers() {
	for range 3 {
		timedChain()
		if withLoops {
			timedLoop()
		}
	}
}

// Iterations of the two calls of a sample, in units of n, as in harness.c.
var pairs = [3][2]uint64{{1, 2}, {2, 3}, {1, 3}}

// What the next samples are, as harness.c draws it.
type drawing struct {
	random   uint64
	order    [3]int
	reversed [3]bool
}

func (d *drawing) drawn(below uint64) uint64 {
	d.random ^= d.random << 13
	d.random ^= d.random >> 7
	d.random ^= d.random << 17
	return d.random % below
}

func (d *drawing) draw(taken uint64) {
	for i := range 3 {
		if taken%6 == 0 {
			d.reversed[i] = d.drawn(2) == 1
		} else {
			d.reversed[i] = !d.reversed[i]
		}
		j := int(d.drawn(uint64(i) + 1))
		d.order[i] = d.order[j]
		d.order[j] = i
	}
}

// The calls have `n` and `longer` iterations. An observer finds the function by its name, as that of harness.c.
//
//go:noinline
func sample(n, longer uint64, reversed bool) {
	var counted [3][metersAtMost]uint64
	before := disturbed()
	var l0, l1 uint64
	if withLoops {
		l0 = timedLoop()
	}
	c0 := timedChain()
	var t1, t2, r1, r2 uint64
	readMeters(&counted[0])
	if reversed {
		t2, r2 = timed(longer)
		readMeters(&counted[1])
		t1, r1 = timed(n)
	} else {
		t1, r1 = timed(n)
		readMeters(&counted[1])
		t2, r2 = timed(longer)
	}
	c1 := timedChain()
	readMeters(&counted[2])
	if withLoops {
		l1 = timedLoop()
	}
	during := since(before, disturbed())
	rowNumber(`{"t":"s","n":`, n)
	rowNumber(`,"n2":`, longer)
	rowNumber(`,"t1":`, t1)
	rowNumber(`,"t2":`, t2)
	rowHexadecimal(`,"r1":"`, r1)
	rowHexadecimal(`","r2":"`, r2)
	rowNumber(`","c0":`, c0)
	rowNumber(`,"c1":`, c1)
	if withLoops {
		rowNumber(`,"l0":`, l0)
		rowNumber(`,"l1":`, l1)
	}
	rowNumber(`,"nivcsw":`, during.nivcsw)
	rowNumber(`,"minflt":`, during.minflt)
	rowNumber(`,"lost":`, during.away)
	once, twice := 0, 1
	if reversed {
		once, twice = 1, 0
	}
	rowMeters(`,"m1":[`, &counted[once], &counted[once+1])
	rowMeters(`,"m2":[`, &counted[twice], &counted[twice+1])
	rowText("}\n")
}

// Returns the number of samples taken: at least one, however long it takes.
func samples(ticksPerMs uint64) uint64 {
	wanted := number("SAMPLES", 31)
	budget := number("BUDGET_MS", 1000) * ticksPerMs
	most := number("MOST_MS", 0) * ticksPerMs
	least := number("LEAST", 1)
	target := number("TARGET_US", 100) * ticksPerMs / 1000
	flush := flushUs * ticksPerMs / 1000
	pause := pauseUs * ticksPerMs / 1000
	begun := ticks()
	n := pilot(target, min(warmUs*ticksPerMs/1000, budget/10), budget/8, pause)
	collectIfDue()
	warmRulers()
	flushed, paused, taken := begun, ticks(), uint64(0)
	draws := drawing{random: (ticks() ^ number("SEED", 1)<<32) | 1}
	for taken < wanted {
		if ticks()-paused >= pause {
			if collectIfDue() {
				warmRulers()
			}
			paused = ticks()
		}
		last := ticks()
		if taken%3 == 0 {
			draws.draw(taken)
		}
		pair := draws.order[taken%3]
		sample(n*pairs[pair][0], n*pairs[pair][1], draws.reversed[pair])
		taken++
		now := ticks()
		if now-begun >= budget && (taken >= least || now-begun+(now-last) > most) {
			break
		}
		if now-flushed >= flush || !rowRoom() {
			rowFlush()
			flushed = now
		}
	}
	return taken
}
