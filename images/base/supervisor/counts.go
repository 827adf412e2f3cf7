package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"syscall"
)

// Memory for the emulator's counts (images/tools/qemu/block-counts.c): a file without a name in the supervisor's own tmpfs, handed
// to the step as descriptor 0. The step's uid cannot open it: it has no path, its folder cannot be entered, and qemu
// closes the descriptor before the program's first instruction. It is read when no process of the uid is left; what it
// holds is as hostile as anything the step's process could write to.
const (
	countRegions    = 64
	countBlocks     = 1 << 18 // CoreCLR's start takes some 75,000
	countMarks      = 6
	countOtherWork  = 32
	countHeader     = countOtherWork + countMarks*8 + 3*8 // the last three are the trace's (trace.go)
	countRegionSize = 64
	countBlockSize  = 24
	countBlocksAt   = countHeader + countRegions*countRegionSize
	oTmpfile        = 0o20000000 | syscall.O_DIRECTORY

	// Two areas of whole pages, of the thread that calls the kernel, and of all other threads and processes, which only qemu reads.
	// Behind them, for each mark, the counts of both until then.
	countArea     = (countBlocksAt + countBlocks*countBlockSize + 4095) &^ 4095
	countMarksAt  = 2 * countArea
	countMarkSize = countBlocks * 8
	countBytes    = countMarksAt + countMarks*countMarkSize
)

// With room for a trace if it `traces` (trace.go).
func newCounts(traces bool) (*os.File, error) {
	// O_EXCL: nobody can give it a name later.
	fd, err := syscall.Open(made, oTmpfile|syscall.O_RDWR|syscall.O_EXCL|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), "counts")
	bytes := int64(countBytes)
	if traces {
		bytes += traceBytes
	}
	if err := file.Truncate(bytes); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

var plainFileName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,46}$`)

// As text, a line each:
//
//	start <blocks> <threads> <marks>       how many blocks were translated, threads the program had, and marks
//	others <instructions> ...              executed by other threads and processes than the first; if there are any
//	region <from> <to> <name>              hexadecimal; memory code ran from, and its file, or - if it has none
//	<pc> <instructions> <count> ...        a block that was executed before the last mark, pc hexadecimal
//
// Of instructions and counts there is a number for each mark: what was executed since the mark before it, or since the start. The
// harness makes a mark before and after each call of the kernel. Zeros at a line's end are left out. A block of which there is no count, for
// want of room, is in <blocks> alone.
func countsText(file io.ReaderAt) ([]byte, error) {
	u64 := binary.LittleEndian.Uint64
	head := make([]byte, countBlocksAt)
	if _, err := file.ReadAt(head, 0); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	used, marks := u64(head), u64(head[24:])
	fmt.Fprintf(&text, "start %d %d %d\n", used, u64(head[16:]), marks)
	marks, used = min(marks, countMarks), min(used, countBlocks)
	blocks, counts := make([]byte, used*countBlockSize), make([][]byte, marks)
	if _, err := file.ReadAt(blocks, countBlocksAt); err != nil {
		return nil, err
	}
	others := make([]uint64, marks)
	for mark := range counts {
		others[mark] = u64(head[countOtherWork+8*mark:])
		counts[mark] = make([]byte, used*8)
		if _, err := file.ReadAt(counts[mark], int64(countMarksAt+mark*countMarkSize)); err != nil {
			return nil, err
		}
	}
	writeLine(&text, []byte("others"), others)
	for i := range min(u64(head[8:]), countRegions) {
		region := head[countHeader+i*countRegionSize:][:countRegionSize]
		name, _, _ := bytes.Cut(region[16:], []byte{0})
		if !plainFileName.Match(name) {
			name = []byte("-")
		}
		fmt.Fprintf(&text, "region %x %x %s\n", u64(region), u64(region[8:]), name)
	}
	var begin [64]byte
	until := make([]uint64, marks)
	for i := range int(used) {
		for mark, all := range counts {
			until[mark] = u64(all[8*i:])
		}
		block := blocks[i*countBlockSize:]
		// With fmt, 3,000 blocks took 1.6 ms instead of 0.3.
		line := append(strconv.AppendUint(begin[:0], u64(block), 16), ' ')
		writeLine(&text, strconv.AppendUint(line, u64(block[8:]), 10), until)
	}
	return text.Bytes(), nil
}

// What was added up to each mark, from the sums up to the marks; nothing if nothing was.
func writeLine(text *bytes.Buffer, begin []byte, until []uint64) {
	last := len(until) - 1
	for last > 0 && until[last] == until[last-1] {
		last--
	}
	if last < 0 || last == 0 && until[0] == 0 {
		return
	}
	text.Write(begin)
	before := uint64(0)
	for _, sum := range until[:last+1] {
		text.Write(strconv.AppendUint(append(text.AvailableBuffer(), ' '), sum-before, 10))
		before = sum
	}
	text.WriteByte('\n')
}
