package cyclelab

// Quantities besides time that a kernel reports: a running total for each id in CYCLELAB_METERS, in that order.

const metersAtMost = 4

var (
	meterIds    [metersAtMost]string
	meterTotals [metersAtMost]uint64
	meters      int
)

// Meter adds to one of the exercise's meters. Call it once at the end of a call of the kernel, with what all its
// iterations cost. An id the exercise does not have is ignored.
func Meter(id string, amount uint64) {
	for i := 0; i < meters; i++ {
		if meterIds[i] == id {
			meterTotals[i] += amount
		}
	}
}

func openMeters(ids string) {
	for begin, i := 0, 0; i <= len(ids) && meters < metersAtMost; i++ {
		if i < len(ids) && ids[i] != ',' {
			continue
		}
		if i > begin {
			meterIds[meters] = ids[begin:i]
			meters++
		}
		begin = i + 1
	}
}

func readMeters(totals *[metersAtMost]uint64) { *totals = meterTotals }

// ,"meters":["id","id"] if there are any.
func rowMeterIds() {
	for i, id := range meterIds[:meters] {
		if i == 0 {
			rowText(`,"meters":["`)
		} else {
			rowText(`","`)
		}
		rowText(id)
	}
	if meters > 0 {
		rowText(`"]`)
	}
}

// What each counted between two readings, in the order of the ids.
func rowMeters(before string, from, to *[metersAtMost]uint64) {
	for i := range meters {
		if i > 0 {
			before = ","
		}
		rowNumber(before, to[i]-from[i])
	}
	if meters > 0 {
		rowText("]")
	}
}
