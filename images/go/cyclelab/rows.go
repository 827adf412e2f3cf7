package cyclelab

import (
	"strconv"
	"syscall"
	"unsafe"
)

// Rows of JSON, gathered in memory and written in few large pieces. Not by package fmt: starting it is much of what a
// short count run would execute.

const (
	results    = 3 // descriptor
	rowsBytes  = 1 << 15
	longestRow = 512
)

var (
	memory [rowsBytes]byte
	rows   = memory[:0]
)

func rowText(text string) { rows = append(rows, text...) }

func rowNumber(before string, value uint64) {
	rowText(before)
	rows = strconv.AppendUint(rows, value, 10)
}

func rowHexadecimal(before string, value uint64) {
	rowText(before)
	digits := strconv.FormatUint(value, 16)
	rowText("0000000000000000"[len(digits):])
	rowText(digits)
}

// Whether another row surely fits.
func rowRoom() bool { return len(rows)+longestRow <= rowsBytes }

// Writes everything gathered; gives up silently when nobody reads.
func rowFlush() {
	for len(rows) > 0 {
		written, _, fault := syscall.RawSyscall(syscall.SYS_WRITE, results,
			uintptr(unsafe.Pointer(&rows[0])), uintptr(len(rows)))
		if fault == syscall.EINTR {
			continue
		}
		if fault != 0 {
			break
		}
		rows = rows[written:]
	}
	rows = memory[:0]
}
